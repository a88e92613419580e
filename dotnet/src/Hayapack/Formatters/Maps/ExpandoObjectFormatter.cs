using System.Dynamic;

namespace Hayapack.Formatters;

/// <summary>
/// Serializes an <see cref="ExpandoObject"/> as a map. It searches its members linearly, so for untrusted data their
/// number is limited.
/// </summary>
public sealed class ExpandoObjectFormatter : IMessagePackFormatter<ExpandoObject?>
{
    /// <summary>The shared instance.</summary>
    public static readonly ExpandoObjectFormatter Instance = new();

    private const int MostMembers = 1024;

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ExpandoObject? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
            return;
        }

        writer.EnterDepth(options);
        IDictionary<string, object?> map = value;
        int count = map.Count, written = 0;
        writer.WriteMapHeader(count);
        IMessagePackFormatter<object?> formatter = options.GetFormatter<object?>();
        foreach ((string key, object? item) in map)
        {
            writer.Write(key);
            formatter.Serialize(ref writer, item, options);
            written++;
        }

        CollectionGuard.Same(written, count, writer.Written);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public ExpandoObject? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        long start = reader.Consumed;
        reader.EnterDepth(options);
        int count = reader.ReadMapHeader();
        CheckCount(count, start, options);
        IMessagePackFormatter<object?> formatter = options.GetFormatter<object?>();
        var value = new ExpandoObject();
        IDictionary<string, object?> map = value;
        for (int i = 0; i < count; i++)
        {
            long keyStart = reader.Consumed;
            string? key = reader.ReadString();
            if (key is null)
            {
                throw MessagePackReader.Fault(MessagePackErrorNames.InvalidKey, keyStart, "The name of a member cannot be nil.");
            }

            if (!map.TryAdd(key, formatter.Deserialize(ref reader, options)))
            {
                MessagePackReader.ThrowDuplicateKey(keyStart);
            }
        }

        reader.LeaveDepth();
        return value;
    }

    /// <summary>
    /// Throws <c>map_limit</c> if a map of untrusted data has more members than an ExpandoObject may have.
    /// </summary>
    internal static void CheckCount(int count, long start, MessagePackSerializerOptions options)
    {
        if (count > MostMembers && options.Security.HashCollisionResistant)
        {
            throw MessagePackReader.Fault(
                MessagePackErrorNames.MapLimit, start, $"An ExpandoObject has at most {MostMembers} members in untrusted data, not {count}.");
        }
    }
}
