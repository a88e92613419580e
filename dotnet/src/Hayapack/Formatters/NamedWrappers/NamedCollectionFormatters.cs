using System.Collections;
using System.Diagnostics.CodeAnalysis;
using Hayapack.Hashing;

namespace Hayapack.Formatters;

/// <summary>Serializes an application's non-generic list type as an array.</summary>
/// <typeparam name="T">The list type.</typeparam>
public sealed class NonGenericListFormatter<T> : NamedFormatter<T?>
    where T : class, IList, new()
{
    /// <summary>Initializes a new instance of the <see cref="NonGenericListFormatter{T}"/> class.</summary>
    public NonGenericListFormatter()
        : base(new UntypedCollectionFormatter<T>(Create))
    {
    }

    private static T Create(object?[] items)
    {
        var list = new T();
        foreach (object? item in items)
        {
            list.Add(item);
        }

        return list;
    }
}

/// <summary>
/// Serializes an application's non-generic dictionary type as a map. Reading untrusted data fails with <c>invalid_key</c>, unless
/// the type's keys are hashed by the comparer of the options.
/// </summary>
/// <typeparam name="T">The dictionary type.</typeparam>
public sealed class NonGenericDictionaryFormatter<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.Interfaces)] T> : NamedFormatter<T?>
    where T : class, IDictionary, new()
{
    /// <summary>Initializes a new instance of the <see cref="NonGenericDictionaryFormatter{T}"/> class.</summary>
    public NonGenericDictionaryFormatter()
        : base(new UntypedDictionaryFormatter<T>(Create))
    {
    }

    private static T Create(MessagePackSerializerOptions options)
    {
        CustomCollectionSafety.Check<T>(options);
        return new T();
    }
}

/// <summary>Writes nil for each value, and skips the value that it reads: for a member that must keep its place.</summary>
/// <typeparam name="T">The type.</typeparam>
public sealed class IgnoreFormatter<T> : IMessagePackFormatter<T?>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options) => writer.WriteNil();

    /// <inheritdoc/>
    public T? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        reader.Skip();
        return default;
    }
}

/// <summary>Serializes a <see cref="Nullable{T}"/> with a given formatter of its value, or nil for null.</summary>
/// <typeparam name="T">The value's type.</typeparam>
/// <param name="underlyingFormatter">The formatter of the value.</param>
public sealed class StaticNullableFormatter<T>(IMessagePackFormatter<T> underlyingFormatter)
    : NamedFormatter<T?>(new NullableFormatter<T>(underlyingFormatter))
    where T : struct;
