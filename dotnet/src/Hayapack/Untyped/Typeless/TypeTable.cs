using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using Hayapack.Formatters;
using Hayapack.Registry;
using Hayapack.Typeless;

namespace Hayapack;

/// <summary>
/// Maps the type names in typed values (ext 100) to .NET types. Only types of this table are created: a name in a message
/// never loads a type or an assembly. Numbers, strings, times, Guid, and arrays, collections, dictionaries and tuples of
/// registered types need no registration (in the repository, vectors/names/framework.tsv lists them).
/// </summary>
/// <remarks>
/// Register all types before the first use. Registration is not thread-safe; all other uses are. Once a typed value was read, or
/// a value of a type that is not registered was written, no more types can be registered.
/// </remarks>
public sealed class TypeTable
{
    /// <summary>
    /// The largest number of array and generic types that are constructed from names: the runtime keeps them forever, so
    /// names in messages must not create any number of them.
    /// </summary>
    private const int MaxMade = 1024;

    private readonly Dictionary<string, Type> byName = [];
    private readonly Dictionary<string, Type> definitions = [];
    private readonly ConcurrentDictionary<Type, TypeTableEntry> entries = new();
    private readonly TypeNameCache cache = new();
    private volatile bool isUsed;
    private int made;
    private bool hasFramework = true;

    /// <summary>Gets a table of only the framework's types.</summary>
    public static TypeTable Framework { get; } = new() { isUsed = true };

    /// <summary>
    /// Gets a table without types, not even the framework's: every typed value is read as a <see cref="TypedValue"/>.
    /// </summary>
    public static TypeTable Empty { get; } = new() { isUsed = true, hasFramework = false };

    /// <summary>
    /// Gets a value indicating whether a name that is not in the table raises <c>unknown_type</c>. If false, the default, the
    /// value is read as a <see cref="TypedValue"/>.
    /// </summary>
    public bool ThrowsOnUnknown { get; init; }

    /// <summary>Registers a type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="name">The name to write and to read, or null for the assembly-qualified name.</param>
    /// <param name="aliases">More names to read.</param>
    /// <returns>This table.</returns>
    /// <exception cref="ArgumentException">The type or the name is already registered.</exception>
    /// <exception cref="InvalidOperationException">The table has been used, as the remarks of the class say.</exception>
    public TypeTable Add<T>(string? name = null, params string[] aliases)
    {
        TypeRegistry.Add<T>();
        return Add(typeof(T), name, aliases, serializer: null);
    }

    /// <summary>Registers a type with a formatter, which is used instead of the resolver's.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="formatter">The formatter.</param>
    /// <param name="name">The name to write and to read, or null for the assembly-qualified name.</param>
    /// <param name="aliases">More names to read.</param>
    /// <returns>This table.</returns>
    /// <exception cref="ArgumentException">The type or the name is already registered.</exception>
    /// <exception cref="InvalidOperationException">The table has been used, as the remarks of the class say.</exception>
    public TypeTable Add<T>(IMessagePackFormatter<T> formatter, string? name = null, params string[] aliases)
    {
        ArgumentNullException.ThrowIfNull(formatter);
        return Add(typeof(T), name, aliases, new FormatterSerializer<T>(formatter));
    }

    /// <summary>Registers a type or a generic type definition, whose arguments must also be in the table.</summary>
    /// <param name="type">The type, for example <c>typeof(Order)</c> or <c>typeof(Page&lt;&gt;)</c>.</param>
    /// <param name="name">
    /// The name to write and to read, or null for the assembly-qualified name. Must be null for a generic type definition.
    /// </param>
    /// <param name="aliases">More names to read.</param>
    /// <returns>This table.</returns>
    /// <exception cref="ArgumentException">The type or the name is already registered.</exception>
    /// <exception cref="InvalidOperationException">The table has been used, as the remarks of the class say.</exception>
    [RequiresDynamicCode("Builds generic code for the type; use Add<T>() instead.")]
    [RequiresUnreferencedCode("Uses reflection on the members of the type; use Add<T>() instead.")]
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
            AddName(definitions, AssemblyQualifiedNames.Normal(one), type);
        }

        return this;
    }

    /// <summary>Returns the entry of a name on the wire; null if the name is unknown.</summary>
    internal TypeTableEntry? Find(ReadOnlySpan<byte> name) => cache.TryGet(name, out TypeTableEntry? entry) ? entry : FindFirst(name);

    /// <summary>Returns the entry of a type that is written; adds one for a type that is not registered.</summary>
    internal TypeTableEntry EntryOf(Type type) => entries.TryGetValue(type, out TypeTableEntry? entry) ? entry : AddEntry(type);

    private TypeTableEntry AddEntry(Type type)
    {
        isUsed = true;
        return entries.GetOrAdd(type, static added => new TypeTableEntry(added, name: null, serializer: null));
    }

    private TypeTableEntry? FindFirst(ReadOnlySpan<byte> name)
    {
        isUsed = true;
        if (name.Length > AssemblyQualifiedNames.MaxLength)
        {
            return null;
        }

        if (!hasFramework)
        {
            return null;
        }

        if (TypedExtension.IsObject(name))
        {
            return EntryOf(typeof(object));
        }

        string normal = AssemblyQualifiedNames.Normal(Encoding.UTF8.GetString(name));
        var search = new TypeSearch(byName, definitions, entries.Keys, () => Interlocked.Increment(ref made) <= MaxMade);
        if (search.Find(normal, depth: 0) is not { } type)
        {
            return null;
        }

        TypeTableEntry entry = EntryOf(type);
        cache.Add(name, entry);
        return entry;
    }

    private TypeTable Add(Type type, string? name, string[] aliases, TypedSerializer? serializer)
    {
        ArgumentNullException.ThrowIfNull(aliases);
        CheckUnused();
        var entry = new TypeTableEntry(type, name, serializer);
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
            AddName(byName, AssemblyQualifiedNames.Normal(one), type);
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
