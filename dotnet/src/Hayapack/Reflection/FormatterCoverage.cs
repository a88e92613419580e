using System.CodeDom.Compiler;
using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Hayapack.Registry;

namespace Hayapack.Reflection;

/// <summary>
/// Answers whether a resolver has formatters for a type and for all types that its values consist of. Thread-safe.
/// </summary>
internal sealed class FormatterCoverage
{
    private static readonly ConditionalWeakTable<IFormatterResolver, FormatterCoverage> Known = [];

    private readonly ConcurrentDictionary<(Type Type, bool Reads), bool> answers = new();

    /// <summary>Returns whether a type can be written and, if wanted, read.</summary>
    internal static bool Has(IFormatterResolver resolver, Type type, bool reads) => Known.GetValue(resolver, static _ => new FormatterCoverage())
        .answers.GetOrAdd((type, reads), static (key, resolver) => new Walk(resolver, key.Reads).Visit(key.Type), resolver);

    /// <summary>One question: a type that is asked for within itself adds nothing.</summary>
    private sealed class Walk(IFormatterResolver resolver, bool reads)
    {
        /// <summary>Types inside of one another, and in all, that are looked at: a generic type may contain longer ones without end.</summary>
        private const int Deepest = 64;
        private const int Most = 10_000;

        private readonly HashSet<Type> visited = [];
        private int depth;

        internal bool Visit(Type type)
        {
            if (depth == Deepest || visited.Count == Most || !visited.Add(type))
            {
                return true;
            }

            depth++;
            bool found = Look(type);
            depth--;
            return found;
        }

        private bool Look(Type type)
        {
            object? formatter;
            try
            {
                formatter = TypeAccess.Find(type)?.FormatterOf(resolver);
            }
            catch (Exception fault) when (fault is not OutOfMemoryException)
            {
                // The contract of a type is read when its formatter is made: what is wrong with it is told when it is used.
                return false;
            }

            if (formatter is null)
            {
                return !reads && ReflectionSupport.IsEnabled && UncreatableCollections.Find(type) is { } collection && Visit(collection);
            }

            if (BuiltinFormatters.Find(type) is not null)
            {
                return true;
            }

            Type made = formatter.GetType();
            return made.Assembly == typeof(FormatterCoverage).Assembly
                ? type.HasElementType ? Visit(type.GetElementType()!) : made.GenericTypeArguments.All(Visit) && Parts(type)
                : !made.IsDefined(typeof(GeneratedCodeAttribute), inherit: false) || Parts(type);
        }

        /// <summary>The classes of a union, or the members of an object. Without reflection they are not known.</summary>
        private bool Parts(Type type)
        {
            if (!ReflectionSupport.IsEnabled || type.IsPrimitive || type.IsEnum)
            {
                return true;
            }

            if (CSharpUnions.IsUnionType(type))
            {
                return CSharpUnions.Cases(type).All(Visit);
            }

            return (!ReflectionFormatters.IsUnion(type) || Listed(type).All(Visit)) && (type.IsAbstract || Members(type).All(Visit));
        }

        [RequiresUnreferencedCode("Reads attributes by name.")]
        private static IEnumerable<Type> Listed(Type type) => Attributes.All<UnionAttribute>(type).Select(union => union[1]).OfType<Type>()
            .Where(listed => !listed.IsGenericTypeDefinition);

        [RequiresDynamicCode("Builds generic types at run time.")]
        [RequiresUnreferencedCode("Finds members by reflection.")]
        private static IEnumerable<Type> Members(Type type)
        {
            if (GenericFormatterFactory.IsKnown(type) || CustomFormatters.OfType(type) is not null || CustomCollectionFactory.Find(type) is not null)
            {
                return [];
            }

            try
            {
                return [.. (ObjectContractReader.Read(type, contractless: true, allowPrivate: false)?.Members ?? [])
                    .Where(member => CustomFormatters.OfMember(member) is null).Select(member => member.Type)];
            }
            catch (MessagePackSerializationException)
            {
                return [];
            }
        }
    }
}
