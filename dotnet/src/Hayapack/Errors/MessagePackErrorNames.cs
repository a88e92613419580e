namespace Hayapack;

/// <summary>The values of <see cref="MessagePackSerializationException.ErrorName"/>; docs/errors.md in the repository explains each.</summary>
public static class MessagePackErrorNames
{
    /// <summary>The input ends inside a value, or a container declares more values than bytes follow.</summary>
    public const string Truncated = "truncated";

    /// <summary>A value has the format byte c1, which the format reserves.</summary>
    public const string ReservedByte = "reserved_byte";

    /// <summary>There are bytes after the message.</summary>
    public const string ExtraData = "extra_data";

    /// <summary>More containers are open at once than <see cref="MessagePackSecurity.MaximumObjectGraphDepth"/>.</summary>
    public const string TooDeep = "too_deep";

    /// <summary>A string is not UTF-8.</summary>
    public const string InvalidUtf8 = "invalid_utf8";

    /// <summary>A timestamp has a length other than 4, 8 or 12 bytes, or more than 999,999,999 nanoseconds.</summary>
    public const string InvalidTimestamp = "invalid_timestamp";

    /// <summary>A map key has a type that the target type or the limits do not allow.</summary>
    public const string InvalidKey = "invalid_key";

    /// <summary>A str is longer than <see cref="MessagePackLimits.MaximumStringLength"/>.</summary>
    public const string StrLimit = "str_limit";

    /// <summary>A bin is longer than <see cref="MessagePackLimits.MaximumBinaryLength"/>.</summary>
    public const string BinLimit = "bin_limit";

    /// <summary>The payload of an ext is longer than <see cref="MessagePackLimits.MaximumExtensionLength"/>.</summary>
    public const string ExtLimit = "ext_limit";

    /// <summary>An array has more elements than <see cref="MessagePackLimits.MaximumArrayLength"/>.</summary>
    public const string ArrayLimit = "array_limit";

    /// <summary>A map has more entries than <see cref="MessagePackLimits.MaximumMapLength"/>.</summary>
    public const string MapLimit = "map_limit";

    /// <summary>A message is longer than <see cref="MessagePackLimits.MaximumMessageLength"/>.</summary>
    public const string SizeLimit = "size_limit";

    /// <summary>A compressed message is malformed, or does not decompress to its declared size.</summary>
    public const string InvalidLz4 = "invalid_lz4";

    /// <summary>A compressed message declares more bytes than <see cref="MessagePackSecurity.MaximumDecompressedSize"/>.</summary>
    public const string Lz4Limit = "lz4_limit";

    /// <summary>An ext 100 is not a typed value: a type name and one value.</summary>
    public const string InvalidTyped = "invalid_typed";

    /// <summary>A type name is not in the <see cref="TypeTable"/>, and <see cref="TypeTable.ThrowsOnUnknown"/> is set.</summary>
    public const string UnknownType = "unknown_type";

    /// <summary>A value cannot be represented exactly in plain JSON.</summary>
    public const string JsonLoss = "json_loss";

    /// <summary>JSON is malformed, or cannot be represented in MessagePack.</summary>
    public const string InvalidJson = "invalid_json";

    /// <summary>A value has more than 2^32-1 bytes or items, or more than a .NET array can have.</summary>
    public const string TooLong = "too_long";

    /// <summary>An integer is out of the range of the target type.</summary>
    public const string IntRange = "int_range";

    /// <summary>A type has no formatter.</summary>
    public const string UnsupportedType = "unsupported_type";

    /// <summary>A collection changed while it was serialized.</summary>
    public const string Mutated = "mutated";

    /// <summary>A string has an unpaired surrogate, which UTF-8 cannot represent.</summary>
    public const string LoneSurrogate = "lone_surrogate";

    /// <summary>A timestamp is outside the years 1 to 9999 of the .NET types.</summary>
    public const string TimestampRange = "timestamp_range";

    /// <summary>A value has a MessagePack type that the target type cannot be read from, for example nil for a struct.</summary>
    public const string UnexpectedType = "unexpected_type";

    /// <summary>
    /// A value has the right MessagePack type, but its content is not valid for the target type: a str that is not a Guid, an
    /// array of the wrong length.
    /// </summary>
    public const string InvalidValue = "invalid_value";

    /// <summary>A map has a repeated key.</summary>
    public const string DuplicateKey = "duplicate_key";

    /// <summary>A key or an index that no member has, with <c>UnmappedMemberHandling.Disallow</c>.</summary>
    public const string UnknownField = "unknown_field";

    /// <summary>A required member is missing.</summary>
    public const string MissingMember = "missing_member";

    /// <summary>A tag that a union does not have.</summary>
    public const string UnknownTag = "unknown_tag";

    /// <summary>The tag of a union is behind too many bytes of other entries of the map.</summary>
    public const string LateTag = "late_tag";

    /// <summary>User code (a formatter, constructor, property or callback) threw the inner exception.</summary>
    public const string UserCode = "user_code";
}
