using System.Collections;

namespace Hayapack.Registry;

// Whole messages, as in TypedSerializer.Roots.cs.
internal sealed partial class UntypedCollectionSerializer
{
    internal override void SerializeRoot(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options)
    {
        if (value is IDictionary map)
        {
            MessagePackSerializer.Serialize(ref writer, map, options);
        }
        else
        {
            MessagePackSerializer.Serialize(ref writer, (IEnumerable?)value, options);
        }
    }
}
