using System.Globalization;

namespace Hayapack.Formatters;

/// <summary>What the options say about classes and tags that a union does not list.</summary>
internal static class UnlistedUnions
{
    /// <summary>Writes nil for an object whose class a union does not list, or throws <c>unsupported_type</c>.</summary>
    internal static void Write(ref MessagePackWriter writer, Type union, Type type, MessagePackSerializerOptions options)
    {
        if (options.UnlistedUnionTypes != UnlistedUnionType.Nil)
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.UnsupportedType,
                writer.Written,
                $"{union} does not list {type}: add a [Union] attribute for it, or use WithUnion. WithUnlistedUnionTypes(UnlistedUnionType.Nil) writes nil.");
        }

        writer.WriteNil();
    }

    /// <summary>Throws <c>unknown_tag</c>, unless a tag that a union does not have is read as null.</summary>
    /// <param name="at">The offset of the tag.</param>
    /// <param name="union">The union.</param>
    /// <param name="number">The tag, or null if it is a text.</param>
    /// <param name="isOwn">Whether MessagePack-CSharp does not have such unions.</param>
    /// <param name="options">The options.</param>
    internal static void CheckTag(long at, Type union, int? number, bool isOwn, MessagePackSerializerOptions options)
    {
        if (options.UnlistedUnionTypes == UnlistedUnionType.Strict || (isOwn && options.UnlistedUnionTypes == UnlistedUnionType.Error))
        {
            string tag = number is { } known ? known.ToString(CultureInfo.InvariantCulture) : "of this name";
            throw new MessagePackSerializationException(MessagePackErrorNames.UnknownTag, at, $"{union} lists no class for the tag {tag}.");
        }
    }
}
