using System.ComponentModel;
using Hayapack.Formatters;

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
        ArgumentNullException.ThrowIfNull(options);
        writer.SetCursor(ref at);
        UnlistedUnions.Write(ref writer, union, type, options);
        return ref writer.GetCursor();
    }

    /// <summary>Reads the value of a key that the union does not list as what the options say.</summary>
    /// <param name="reader">The reader, after the key.</param>
    /// <param name="at">The offset of the key.</param>
    /// <param name="union">The union.</param>
    /// <param name="key">The key.</param>
    /// <param name="options">The options.</param>
    /// <exception cref="MessagePackSerializationException"><c>unknown_tag</c>.</exception>
    public static void SkipUnlisted(ref MessagePackReader reader, long at, Type union, int key, MessagePackSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        UnlistedUnions.CheckTag(at, union, key, isOwn: false, options);
        reader.Skip();
    }
}
