using System.ComponentModel;
using Hayapack.Formatters;

namespace Hayapack.Registry;

/// <summary>Helpers for members that are read into their existing values. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedMembers
{
    /// <summary>Reads a member into its value; replaces that if it is null or cannot be populated.</summary>
    /// <typeparam name="T">The member's type.</typeparam>
    /// <param name="reader">The input.</param>
    /// <param name="value">The member's value.</param>
    /// <param name="options">The options.</param>
    /// <param name="formatter">The member's own formatter, or null.</param>
    public static void Populate<T>(ref MessagePackReader reader, ref T value, MessagePackSerializerOptions options, IMessagePackFormatter<T>? formatter = null) =>
        Populating.Read(formatter ?? options.GetFormatter<T>(), ref reader, ref value, options);

    /// <summary>Reads a member that cannot be set into its value.</summary>
    /// <typeparam name="T">The member's type.</typeparam>
    /// <param name="reader">The input.</param>
    /// <param name="value">The member's value.</param>
    /// <param name="options">The options.</param>
    /// <param name="member">The member's name, for errors.</param>
    /// <param name="formatter">The member's own formatter, or null.</param>
    /// <exception cref="MessagePackSerializationException">
    /// <c>unexpected_type</c>: nil for a value that is not null. <c>invalid_value</c>: the value cannot be changed.
    /// </exception>
    public static void PopulateFixed<T>(
        ref MessagePackReader reader, T value, MessagePackSerializerOptions options, string member, IMessagePackFormatter<T>? formatter = null) =>
        Populating.ReadInto(formatter ?? options.GetFormatter<T>(), ref reader, value, options, member);

    /// <summary>Fills the collection of a member with one that was read before the object was created.</summary>
    /// <typeparam name="T">The member's type.</typeparam>
    /// <param name="value">The member's value.</param>
    /// <param name="read">The value that was read.</param>
    /// <param name="options">The options.</param>
    /// <param name="isFixed">Whether nothing can set the member.</param>
    /// <param name="member">The member's name, for errors.</param>
    /// <param name="formatter">The member's own formatter, or null.</param>
    /// <returns>The value to set.</returns>
    /// <exception cref="MessagePackSerializationException"><c>invalid_value</c>: the value cannot be changed.</exception>
    public static T Fill<T>(
        T value, T read, MessagePackSerializerOptions options, bool isFixed, string member, IMessagePackFormatter<T>? formatter = null) =>
        Populating.Fill(formatter ?? options.GetFormatter<T>(), value, read, options, isFixed, member);

    /// <summary>Returns whether a member is left out.</summary>
    /// <typeparam name="T">The member's type.</typeparam>
    /// <param name="value">Its value.</param>
    /// <param name="omit">The rule.</param>
    /// <returns>Whether the value is null or, with <see cref="OmitDefaults.Default"/>, the default of its type.</returns>
    public static bool IsOmitted<T>(T value, OmitDefaults omit) => MemberDefaults.IsOmitted(value, omit);
}
