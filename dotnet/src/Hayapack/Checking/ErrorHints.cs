namespace Hayapack.Checking;

/// <summary>Adds to the text of an error what the message shows of its cause: the value, a wrong option, another format.</summary>
internal static class ErrorHints
{
    /// <summary>The beginning of a text of <c>invalid_value</c> that is replaced by the value, a str.</summary>
    private const string TextValue = "The text ";

    /// <summary>What a text of <c>unknown_tag</c> has instead of the tag, a str.</summary>
    private const string NamedTag = "of this name";

    /// <summary>Adds a hint to the text of an error, or the value that the readers did not know.</summary>
    /// <param name="fault">The error, with its path.</param>
    /// <param name="start">A reader at the message.</param>
    /// <param name="parent">The container around the value with the error.</param>
    /// <param name="isValue">Whether a value begins at the error's offset, which may come from user code.</param>
    /// <param name="options">The options of the call.</param>
    /// <param name="type">The type that was read.</param>
    internal static void Add(
        MessagePackSerializationException fault,
        MessagePackReader start,
        MessageValidator.Frame parent,
        bool isValue,
        MessagePackSerializerOptions? options,
        Type type)
    {
        switch (fault.ErrorName)
        {
            case MessagePackErrorNames.DuplicateKey when parent.AtKey && parent.Key == fault.Offset:
                MessagePackReader key = start;
                key.MoveTo(fault.Offset);
                if (MessagePackPath.Quoted(key) is { } shown)
                {
                    fault.Describe($"The map contains the key {shown} twice.");
                }

                break;
            case MessagePackErrorNames.UnexpectedType or MessagePackErrorNames.InvalidValue or MessagePackErrorNames.InvalidKey
                when options is { Compression: MessagePackCompression.None } && LooksCompressed(start):
                fault.Describe(
                    fault.Description + " The message looks compressed with LZ4: read it with options.WithCompression(MessagePackCompression.Lz4BlockArray).");
                break;
            case MessagePackErrorNames.UnknownTag when TextAt(start, fault.Offset) is { } tag:
                fault.Describe(fault.Description.Replace(NamedTag, tag, StringComparison.Ordinal));
                break;
            case MessagePackErrorNames.UnexpectedType when isValue && Hint(start, fault.Offset, type) is { } hint:
                fault.Describe(fault.Description + hint);
                break;
            case MessagePackErrorNames.UnexpectedType when isValue && TextAt(start, fault.Offset) is { } text:
                fault.Describe($"{fault.Description.TrimEnd('.')} {text}.");
                break;
            case MessagePackErrorNames.InvalidValue
                when isValue && fault.Description.StartsWith(TextValue, StringComparison.Ordinal) && TextAt(start, fault.Offset) is { } text:
                fault.Describe($"{text} {fault.Description[TextValue.Length..]}");
                break;
        }
    }

    /// <summary>Returns the str at an offset in quotation marks, shortened; null if the value there is no str.</summary>
    private static string? TextAt(MessagePackReader message, long offset)
    {
        message.MoveTo(offset);
        return message.NextMessagePackType == MessagePackType.String ? MessagePackPath.Quoted(message) : null;
    }

    /// <summary>Returns what a value of an unexpected type probably is, or null.</summary>
    private static string? Hint(MessagePackReader message, long offset, Type type)
    {
        bool isMessage = offset == message.Consumed;
        message.MoveTo(offset);
        byte code = message.NextCode;
        Head head = message.ReadHead();
        if (head is { Type: MessagePackType.Extension, ExtensionType: TypedExtension.Code })
        {
            return " It is a typed value: MessagePackSerializer.Typeless reads it, with a TypeTable in its options.";
        }

        if (!isMessage)
        {
            return null;
        }

        if (head.Type is MessagePackType.Map or MessagePackType.Array && !type.IsAbstract && type.IsDefined(typeof(MessagePackObjectAttribute), inherit: false))
        {
            return head.Type == MessagePackType.Map
                ? $" {type} has integer keys; with [MessagePackObject(true)] or string keys it would be a map."
                : $" {type} has string keys; with integer keys it would be an array.";
        }

        return message.Remaining == 0 ? null : (code, message.NextCode) switch
        {
            ((byte)'{' or (byte)'[', _) => " The input looks like JSON: MessagePackSerializer.ConvertFromJson reads it.",
            (0x1f, 0x8b) => " The input looks compressed with gzip: decompress it first.",
            _ => null,
        };
    }

    /// <summary>Returns whether the message is an ext 99, or an array that begins with an ext 98. All of it that was read is valid.</summary>
    private static bool LooksCompressed(MessagePackReader message)
    {
        Head head = message.ReadHead();
        return head.Type == MessagePackType.Array
            ? head.Count > 0 && message.ExtensionCode() == ReservedExtensionTypeCodes.Lz4BlockArray
            : head is { Type: MessagePackType.Extension, ExtensionType: ReservedExtensionTypeCodes.Lz4Block };
    }
}
