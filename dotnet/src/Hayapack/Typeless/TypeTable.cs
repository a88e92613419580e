using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using Hayapack.Formatters;
using Hayapack.Registry;
using Hayapack.Typeless;

namespace Hayapack;

/// <summary>
/// The types that names in typed values (ext 100) stand for. A name from outside is looked up here and nowhere else: it
/// never loads an assembly or a type. Numbers, text, times, Guid, and arrays, collections, dictionaries and tuples of
/// registered types need no registration (docs/dotnet.md has the list).
/// </summary>
/// <remarks>Fill it before its first use; from then on it cannot be changed and is thread-safe.</remarks>
public sealed class TypeTable
{
    /// <summary>Types are made from names only up to this number, so that names from outside do not fill the memory.</summary>
    private const int MaxMade = 1024;

    /// <summary>A table without names: every typed value is a <see cref="TypedValue"/>.</summary>
    internal static readonly TypeTable Empty = new() { hasFramework = false };

    private readonly Dictionary<string, Type> byName = [];
    private readonly Dictionary<string, Type> definitions = [];
    private readonly ConcurrentDictionary<Type, TypedEntry> entries = new();
    private readonly NameCache cache = new();
    private volatile bool isUsed;
    private int made;
    private bool hasFramework = true;

    /// <summary>Gets a table of the framework's types alone.</summary>
    public static TypeTable Framework { get; } = new() { isUsed = true };

    /// <summary>Gets a value indicating whether a name that is not in the table is the error <c>unknown_type</c>, and not a <see cref="TypedValue"/>.</summary>
    public bool ThrowsOnUnknown { get; init; }

    /// <summary>Registers a type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="name">The name to write and to read, or null for that of .NET.</param>
    /// <param name="aliases">More names that are read.</param>
    /// <returns>The same table.</returns>
    /// <exception cref="ArgumentException">The type or the name is already registered.</exception>
    /// <exception cref="InvalidOperationException">The table was used already.</exception>
    public TypeTable Add<T>(string? name = null, params string[] aliases)
    {
        TypeRegistry.Add<T>();
        return Add(typeof(T), name, aliases, serializer: null);
    }

    /// <summary>Registers a type with its formatter, which is used whatever the resolver.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="formatter">The formatter.</param>
    /// <param name="name">The name to write and to read, or null for that of .NET.</param>
    /// <param name="aliases">More names that are read.</param>
    /// <returns>The same table.</returns>
    /// <exception cref="ArgumentException">The type or the name is already registered.</exception>
    /// <exception cref="InvalidOperationException">The table was used already.</exception>
    public TypeTable Add<T>(IMessagePackFormatter<T> formatter, string? name = null, params string[] aliases)
    {
        ArgumentNullException.ThrowIfNull(formatter);
        return Add(typeof(T), name, aliases, new FormatterSerializer<T>(formatter));
    }

    /// <summary>Registers a type, or the definition of a generic type: its arguments must be in the table, too.</summary>
    /// <param name="type">The type, for example <c>typeof(Order)</c> or <c>typeof(Page&lt;&gt;)</c>.</param>
    /// <param name="name">The name to write and to read, or null for that of .NET. A definition has no other.</param>
    /// <param name="aliases">More names that are read.</param>
    /// <returns>The same table.</returns>
    /// <exception cref="ArgumentException">The type or the name is already registered.</exception>
    /// <exception cref="InvalidOperationException">The table was used already.</exception>
    [RequiresDynamicCode("Builds generic code for the type; use Add<T>() instead.")]
    [RequiresUnreferencedCode("Looks at the members of the type; use Add<T>() instead.")]
    public TypeTable Add(Type type, string? name = null, params string[] aliases)
    {
        ArgumentNullException.ThrowIfNull(type);
        if (!type.IsGenericTypeDefinition)
        {
            return Add(type, name, aliases, serializer: null);
        }

        CheckUnused();
        if (name is not null)
        {
            throw new ArgumentException("An open generic type cannot be given another name.", nameof(name));
        }

        foreach (string one in aliases.Prepend(type.AssemblyQualifiedName!))
        {
            AddName(definitions, TypeNames.Normal(one), type);
        }

        return this;
    }

    /// <summary>Finds the entry of a name on the wire, or null.</summary>
    internal TypedEntry? Find(ReadOnlySpan<byte> name) => cache.TryGet(name, out TypedEntry? entry) ? entry : FindFirst(name);

    /// <summary>Gives the entry of a type, to write values of it.</summary>
    internal TypedEntry EntryOf(Type type) => entries.TryGetValue(type, out TypedEntry? entry) ? entry : AddEntry(type);

    private TypedEntry AddEntry(Type type)
    {
        isUsed = true;
        return entries.GetOrAdd(type, static added => new TypedEntry(added, name: null, serializer: null));
    }

    private TypedEntry? FindFirst(ReadOnlySpan<byte> name)
    {
        isUsed = true;
        if (name.Length > TypeNames.MaxLength)
        {
            return null;
        }

        if (!hasFramework)
        {
            return null;
        }

        if (TypeNames.IsObject(name))
        {
            return EntryOf(typeof(object));
        }

        string normal = TypeNames.Normal(Encoding.UTF8.GetString(name));
        var search = new TypeSearch(byName, definitions, entries.Keys, () => Interlocked.Increment(ref made) <= MaxMade);
        if (search.Find(normal, depth: 0) is not { } type)
        {
            return null;
        }

        TypedEntry entry = EntryOf(type);
        cache.Add(name, entry);
        return entry;
    }

    private TypeTable Add(Type type, string? name, string[] aliases, TypedSerializer? serializer)
    {
        ArgumentNullException.ThrowIfNull(aliases);
        CheckUnused();
        var entry = new TypedEntry(type, name, serializer);
        if (entry.IsBare)
        {
            throw new ArgumentException($"{type} has its own encoding and takes no name.", nameof(type));
        }

        if (!entries.TryAdd(type, entry))
        {
            throw new ArgumentException($"{type} is already registered.", nameof(type));
        }

        foreach (string one in aliases.Prepend(name ?? type.AssemblyQualifiedName!))
        {
            AddName(byName, TypeNames.Normal(one), type);
        }

        return this;
    }

    private static void AddName(Dictionary<string, Type> names, string normal, Type type)
    {
        if (!names.TryAdd(normal, type) && names[normal] != type)
        {
            throw new ArgumentException($"The name {normal} is already registered for {names[normal]}.");
        }
    }

    private void CheckUnused()
    {
        if (isUsed)
        {
            throw new InvalidOperationException("The table has been used and can no longer be changed.");
        }
    }
}
