using System.Collections;
using Hayapack.Formatters;
using Hayapack.Hashing;
using Hayapack.Resolvers;

namespace Hayapack.Tests.Hashing;

/// <summary>
/// A key that counts how often it is compared. Its own hash code is always 0, so a collection that uses that one compares
/// each key with all others.
/// </summary>
public readonly struct Step(long value) : IEquatable<Step>, IComparable<Step>, IComparable
{
    [ThreadStatic]
    private static int steps;

    /// <summary>Gets or sets the number of comparisons on this thread.</summary>
    internal static int Steps
    {
        get => steps;
        set => steps = value;
    }

    internal long Value { get; } = value;

    public bool Equals(Step other)
    {
        Steps++;
        return Value == other.Value;
    }

    public override bool Equals(object? obj) => obj is Step other && Equals(other);

    public int CompareTo(Step other)
    {
        Steps++;
        return Value.CompareTo(other.Value);
    }

    public int CompareTo(object? obj) => CompareTo((Step)obj!);

    public override int GetHashCode() => 0;

    internal static MessagePackSerializerOptions Options(MessagePackSecurity security) => MessagePackSerializerOptions.Standard
        .WithSecurity(security)
        .WithResolver(CompositeResolver.Create([new StepFormatter(), new StepObjectFormatter()], [ContractlessStandardResolver.Instance]));

    /// <summary>Untrusted data, with a keyed comparer for this type.</summary>
    internal sealed class Security() : MessagePackSecurity(UntrustedData)
    {
        protected override IEqualityComparer<T> GetHashCollisionResistantEqualityComparer<T>() =>
            typeof(T) == typeof(Step) ? (IEqualityComparer<T>)(object)new KeyedComparer<Step>(step => KeyedHash.Of(step.Value)) :
            typeof(T) == typeof(object) ? (IEqualityComparer<T>)(object)new Untyped() :
            base.GetHashCollisionResistantEqualityComparer<T>();
    }

    private sealed class Untyped : IEqualityComparer<object>, IEqualityComparer
    {
        public new bool Equals(object? x, object? y) => object.Equals(x, y);

        public int GetHashCode(object obj) => KeyedHash.Of(((Step)obj).Value);
    }

    private sealed class StepFormatter : IMessagePackFormatter<Step>
    {
        public void Serialize(ref MessagePackWriter writer, Step value, MessagePackSerializerOptions options) => writer.Write(value.Value);

        public Step Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => new(reader.ReadInt64());
    }

    private sealed class StepObjectFormatter : IMessagePackFormatter<object?>
    {
        public void Serialize(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options) => writer.Write(((Step)value!).Value);

        public object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => new Step(reader.ReadInt64());
    }
}
