using System.ComponentModel;

namespace Hayapack.Registry;

/// <summary>Helpers for unions. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedUnions
{
    /// <summary>Writes what the options say for an object whose class the union does not list.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="at">The first free byte, in the writer's buffer.</param>
    /// <param name="union">The union.</param>
    /// <param name="type">The object's class.</param>
    /// <param name="options">The options.</param>
    /// <returns>The first free byte after nil.</returns>
    /// <exception cref="MessagePackSerializationException"><c>unsupported_type</c>.</exception>
    public static ref byte WriteUnlisted(ref MessagePackWriter writer, ref byte at, Type union, Type type, MessagePackSerializerOptions options)
    {
        writer.SetCursor(ref at);
        WriteUnlisted(ref writer, union, type, options);
        return ref writer.GetCursor();
    }

    internal static void WriteUnlisted(ref MessagePackWriter writer, Type union, Type type, MessagePackSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (options.UnlistedUnionTypes != UnlistedUnionType.Nil)
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.UnsupportedType,
                writer.Written,
                $"{union} does not list {type}: add a [Union] attribute for it. WithUnlistedUnionTypes(UnlistedUnionType.Nil) writes nil.");
        }

        writer.WriteNil();
    }
}
