namespace Hayapack;

/// <summary>The values of <see cref="MessagePackSerializationException.ErrorName"/>; docs/errors.md explains each.</summary>
public static class MessagePackErrorNames
{
    /// <summary>The input ends inside a value, or a container declares more values than bytes follow.</summary>
    public const string Truncated = "truncated";

    /// <summary>The format byte c1.</summary>
    public const string ReservedByte = "reserved_byte";

    /// <summary>Bytes after the value.</summary>
    public const string ExtraData = "extra_data";

    /// <summary>More containers are open at once than <see cref="MessagePackSecurity.MaximumObjectGraphDepth"/>.</summary>
    public const string TooDeep = "too_deep";

    /// <summary>A string is not UTF-8.</summary>
    public const string InvalidUtf8 = "invalid_utf8";

    /// <summary>A timestamp has a bad length or more than 999,999,999 nanoseconds.</summary>
    public const string InvalidTimestamp = "invalid_timestamp";

    /// <summary>A map key of a type that the target does not allow.</summary>
    public const string InvalidKey = "invalid_key";

    /// <summary>A str over a limit of <see cref="MessagePackLimits"/>.</summary>
    public const string StrLimit = "str_limit";

    /// <summary>A bin over a limit of <see cref="MessagePackLimits"/>.</summary>
    public const string BinLimit = "bin_limit";

    /// <summary>An ext over a limit of <see cref="MessagePackLimits"/>.</summary>
    public const string ExtLimit = "ext_limit";

    /// <summary>An array over a limit of <see cref="MessagePackLimits"/>.</summary>
    public const string ArrayLimit = "array_limit";

    /// <summary>A map over a limit of <see cref="MessagePackLimits"/>.</summary>
    public const string MapLimit = "map_limit";

    /// <summary>A message over a limit of <see cref="MessagePackLimits"/>.</summary>
    public const string SizeLimit = "size_limit";

    /// <summary>A compressed message that is not what it declares to be.</summary>
    public const string InvalidLz4 = "invalid_lz4";

    /// <summary>A compressed message that declares more bytes than <see cref="MessagePackSecurity.MaximumDecompressedSize"/>.</summary>
    public const string Lz4Limit = "lz4_limit";

    /// <summary>An ext 100 that is not a name and exactly one value.</summary>
    public const string InvalidTyped = "invalid_typed";

    /// <summary>A name of a type that the <see cref="TypeTable"/> does not have, where that is not allowed.</summary>
    public const string UnknownType = "unknown_type";

    /// <summary>A value that has no exact form in plain JSON.</summary>
    public const string JsonLoss = "json_loss";

    /// <summary>JSON that is malformed, or that has no form in MessagePack.</summary>
    public const string InvalidJson = "invalid_json";

    /// <summary>More than 2^32-1 bytes or items in one value, or more than an array of .NET can hold.</summary>
    public const string TooLong = "too_long";

    /// <summary>An integer that the target type cannot hold.</summary>
    public const string IntRange = "int_range";

    /// <summary>A type that has no formatter.</summary>
    public const string UnsupportedType = "unsupported_type";

    /// <summary>A collection changed while it was written.</summary>
    public const string Mutated = "mutated";

    /// <summary>Text with a lone surrogate, which has no UTF-8 form.</summary>
    public const string LoneSurrogate = "lone_surrogate";

    /// <summary>A timestamp outside the years 1 to 9999.</summary>
    public const string TimestampRange = "timestamp_range";

    /// <summary>A value of another MessagePack type than the target takes, nil for a struct among them.</summary>
    public const string UnexpectedType = "unexpected_type";

    /// <summary>A value of the right MessagePack type that the target cannot take: text that is no Guid, an array of the wrong length.</summary>
    public const string InvalidValue = "invalid_value";

    /// <summary>A map has a key twice.</summary>
    public const string DuplicateKey = "duplicate_key";

    /// <summary>A required member is missing.</summary>
    public const string MissingMember = "missing_member";

    /// <summary>A formatter, a constructor, a property or a callback threw an exception: the inner one.</summary>
    public const string UserCode = "user_code";
}
