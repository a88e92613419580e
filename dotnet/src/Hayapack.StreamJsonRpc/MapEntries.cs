using System.Buffers;
using System.Text;

namespace Hayapack.StreamJsonRpc;

/// <summary>Finds values in a part of a received message that was skipped, hence is well-formed. The part is not copied.</summary>
internal static class MapEntries
{
    /// <summary>Finds the value of a text key in a map. Of a repeated key it is the last one.</summary>
    internal static bool TryFind(in ReadOnlySequence<byte> map, string name, out ReadOnlySequence<byte> value)
    {
        value = default;
        byte[] key = Encoding.UTF8.GetBytes(name);
        var reader = new MessagePackReader(map);
        for (int left = reader.ReadMapHeader(); left > 0; left--)
        {
            bool isFound = reader.ReadStringSpan().SequenceEqual(key);
            ReadOnlySequence<byte> entry = reader.ReadRaw();
            if (isFound)
            {
                value = entry;
            }
        }

        return !value.IsEmpty;
    }

    /// <summary>Finds an item of an array.</summary>
    internal static bool TryFind(in ReadOnlySequence<byte> array, int index, out ReadOnlySequence<byte> value)
    {
        value = default;
        var reader = new MessagePackReader(array);
        if (index < 0 || index >= reader.ReadArrayHeader())
        {
            return false;
        }

        for (; index > 0; index--)
        {
            reader.Skip();
        }

        value = reader.ReadRaw();
        return true;
    }
}
