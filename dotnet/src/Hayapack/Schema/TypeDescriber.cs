using System.Reflection;
using System.Text.Json.Nodes;
using Hayapack.Formatters;
using Hayapack.Reflection;
using Hayapack.Registry;

namespace Hayapack.Schema;

/// <summary>Describes one type, breadth first. Not thread-safe.</summary>
/// <param name="options">The options.</param>
/// <param name="sources">Where shapes are looked for.</param>
internal sealed class TypeDescriber(MessagePackSerializerOptions options, ShapeSources sources = ShapeSources.All)
{
    /// <summary>Types inside of one another that are described in full.</summary>
    private const int Deepest = 64;

    /// <summary>The descriptions in one: a generic class whose members have ever larger arguments has no end.</summary>
    private const int MostParts = 10_000;

    private readonly Queue<(TypeUse Use, TypeShape? Own, string? Tag, object? TagValue, JsonObject Found, int Depth)> later = new();
    private readonly HashSet<string> met = new(StringComparer.Ordinal);
    private readonly Dictionary<string, List<(string Full, JsonObject Found)>> named = new(StringComparer.Ordinal);
    private readonly Dictionary<Assembly, GeneratedShapes?> shapes = [];
    private int parts;

    internal JsonObject Describe(Type type)
    {
        object formatter = FormatterOf(type) ?? throw FormatterResolverExtensions.Missing(type, options.Resolver);
        TypeUse use = ReflectionSupport.IsEnabled && sources.HasFlag(ShapeSources.Reflection) ? ReflectedShapes.Of(type, null, [])
            : OfFormatter(type, formatter.GetType()) ?? Of(type, isNullable: false);
        AddShapes(formatter.GetType().Assembly);
        JsonObject root = Later(use, 0);
        while (later.TryDequeue(out var next))
        {
            Fill(next.Use, next.Own, next.Tag, next.TagValue, next.Found, next.Depth);
        }

        foreach (List<(string Full, JsonObject Found)> same in named.Values.Where(same => same.Select(one => one.Full).Distinct().Count() > 1))
        {
            same.ForEach(one => one.Found["name"] = one.Full + (one.Found.ContainsKey("nullable") ? "?" : ""));
        }

        return root;
    }

    private JsonObject Later(TypeUse use, int depth, TypeShape? own = null, string? tag = null, object? tagValue = null)
    {
        if (++parts > MostParts)
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.UnsupportedType, -1, $"The type has more than {MostParts} parts: a description of it has no end.");
        }

        var found = new JsonObject();
        later.Enqueue((use, own, tag, tagValue, found, depth));
        return found;
    }

    private void Fill(TypeUse use, TypeShape? own, string? tag, object? tagValue, JsonObject found, int depth)
    {
        use = KnownTypes.Written(use) ?? use;
        found["kind"] = "custom";
        found["name"] = NameOf(use, isFull: false);
        if (use.IsNullable && use.Type != typeof(object))
        {
            found["nullable"] = true;
        }

        if (own is null && AtRunTime(use) is { Cases: { } added } union)
        {
            Union(use, union, added, found, depth);
            return;
        }

        if (use.IsCustom || IsReplaced(use))
        {
            return;
        }

        if (KnownTypes.Describe(use.Collection ?? use, found, part => Later(part, depth + 1)))
        {
            return;
        }

        if (use.Type.IsEnum)
        {
            Enum(use.Type, found);
            return;
        }

        TypeShape? shape = own ?? FindShape(use);
        if (shape?.Cases is { } cases)
        {
            Union(use, shape, cases, found, depth);
        }
        else if (shape is not null)
        {
            Object(use, shape, tag, tagValue, found, depth);
        }
    }

    private void Union(TypeUse use, TypeShape shape, CaseShape[] cases, JsonObject found, int depth)
    {
        found["kind"] = "union";
        Name(use, found);
        if (depth > Deepest)
        {
            return;
        }

        found["types"] = new JsonArray([.. cases.Select(one => Later(one.Type, depth + 1, one.IsOwn ? shape.Own : null, shape.TagKey, one.Tag))]);
        found["tags"] = new JsonArray([.. cases.Select(one => Value(one.Tag))]);
        if (shape.TagKey is not null)
        {
            found["tag"] = shape.TagKey;
        }
    }

    private void Object(TypeUse use, TypeShape shape, string? tag, object? tagValue, JsonObject found, int depth)
    {
        found["kind"] = "object";
        Name(use, found);
        found["form"] = shape.IsMap ? "map" : "array";
        found["unknown"] = shape.Unknown ?? (options.UnmappedMemberHandling == UnmappedMemberHandling.Disallow ? "error" : "skip");
        if (tag is not null)
        {
            found["tag"] = new JsonArray(tag, Value(tagValue!));
        }

        if (depth > Deepest || !met.Add(NameOf(use.WithoutNull(), isFull: true)))
        {
            return;
        }

        found["fields"] = new JsonArray([.. shape.Members.Select(member => new JsonObject
        {
            ["name"] = member.Name,
            ["keys"] = new JsonArray([.. member.Keys.Select(key => (JsonNode)key)]),
            ["index"] = member.Index,
            ["required"] = member.IsRequired,
            ["type"] = Later(member.Type, depth + 1),
        })]);
    }

    private void Name(TypeUse use, JsonObject found)
    {
        string name = NameOf(use.WithoutNull(), isFull: false);
        if (!named.TryGetValue(name, out List<(string, JsonObject)>? same))
        {
            named[name] = same = [];
        }

        same.Add((NameOf(use.WithoutNull(), isFull: true), found));
    }

    private void Enum(Type type, JsonObject found)
    {
        found["kind"] = "enum";
        bool isText = FormatterOf(type) is { } formatter && formatter.GetType() is { IsGenericType: true } made
            && made.GetGenericTypeDefinition() == typeof(EnumAsStringFormatter<>);
        found["members"] = isText
            ? new JsonArray([.. System.Enum.GetNames(type).Select(name => (JsonNode)name)])
            : new JsonArray([.. System.Enum.GetValuesAsUnderlyingType(type).Cast<object>().Distinct().Select(Value)]);
    }

    /// <summary>Whether the options write a built-in type in another form.</summary>
    private bool IsReplaced(TypeUse use) => !options.IsStandard && use.Arguments.Length == 0 && !use.Type.IsEnum
        && BuiltinFormatters.Find(use.Type) is { } builtin && FormatterOf(use.Type) is { } formatter && formatter != builtin
        && use.Type != typeof(object);

    /// <summary>Returns the shape of a union that the options have; null for other types.</summary>
    private TypeShape? AtRunTime(TypeUse use)
    {
        if (options.IsStandard || use.Arguments.Length > 0 || FormatterOf(use.Type) is not IUnionFormatter union)
        {
            return null;
        }

        TypeShape? before = FindShape(use);
        IEnumerable<CaseShape> cases = union.Cases.Select(one =>
            new CaseShape(one.Tag.Name ?? (object)one.Tag.Number, Of(one.Type, isNullable: false), one.Type == use.Type));
        return new TypeShape([.. cases], before?.Cases is null ? before : before.Own, union.Key);
    }

    private object? FormatterOf(Type type) => TypeAccess.Find(type)?.FormatterOf(options.Resolver);

    /// <summary>Returns what the formatter of a surrogate or of a collection of the program's own says that it writes; null for others.</summary>
    private static TypeUse? OfFormatter(Type type, Type formatter)
    {
        if (!formatter.IsGenericType)
        {
            return null;
        }

        Type definition = formatter.GetGenericTypeDefinition();
        Type[] arguments = formatter.GenericTypeArguments;
        return definition == typeof(SurrogateFormatter<,>) ? Of(arguments[1], isNullable: false)
            : definition == typeof(GenericDictionaryFormatter<,,>) || definition == typeof(ComparerDictionaryFormatter<,,>)
                ? Collection(typeof(IDictionary<,>), arguments[0], arguments[1])
            : definition == typeof(GenericCollectionFormatter<,>) || definition == typeof(ComparerCollectionFormatter<,,>)
                ? Collection(typeof(IEnumerable<>), arguments[0])
            : null;

        TypeUse Collection(Type known, params Type[] parts) => TypeUse.CollectionOf(
            type.IsGenericType ? type.GetGenericTypeDefinition() : type,
            isNullable: false,
            new TypeUse(known, isNullable: false, [.. parts.Select(part => Of(part, isNullable: false))]));
    }

    /// <summary>Returns a type that no declaration has, without reflection: nothing in it is nullable but structs.</summary>
    private static TypeUse Of(Type type, bool isNullable)
    {
        if (Nullable.GetUnderlyingType(type) is { } underlying)
        {
            return Of(underlying, isNullable: true);
        }

        if (type.IsArray)
        {
            return TypeUse.ArrayOf(type.GetArrayRank(), isNullable, Of(type.GetElementType()!, isNullable: false));
        }

        Type definition = type.IsGenericType ? type.GetGenericTypeDefinition() : type;
        return new TypeUse(definition, isNullable, [.. type.GenericTypeArguments.Select(argument => Of(argument, isNullable: false))]);
    }

    private TypeShape? FindShape(TypeUse use)
    {
        AddShapes(use.Type.Assembly);
        foreach (GeneratedShapes? generated in shapes.Values.Where(_ => sources.HasFlag(ShapeSources.Generator)))
        {
            if (generated?.Find(use.Type, use.Arguments) is { } found)
            {
                return found;
            }
        }

        return ReflectionSupport.IsEnabled && sources.HasFlag(ShapeSources.Reflection) && ReflectedShapes.Close(use) is { } closed
            ? ReflectedShapes.Find(closed, use.Arguments, contractless: !options.IsStandard && FormatterOf(closed) is not null)
            : null;
    }

    private void AddShapes(Assembly assembly)
    {
        if (!shapes.ContainsKey(assembly))
        {
            shapes[assembly] = assembly.GetCustomAttribute<GeneratedShapesAttribute>() is { } attribute
                ? (GeneratedShapes)attribute.Shapes.GetConstructor(Type.EmptyTypes)!.Invoke(null)
                : null;
        }
    }

    private static JsonNode Value(object value) => value is string text ? text
        : value is ulong large ? large
        : Convert.ToInt64(value, System.Globalization.CultureInfo.InvariantCulture);

    /// <summary>Returns a name as in C#, with the namespace and containing types if it is to be full.</summary>
    private static string NameOf(TypeUse use, bool isFull)
    {
        string end = use.IsNullable ? "?" : "";
        if (use.Rank > 0)
        {
            return NameOf(use.Arguments[0], isFull) + "[" + new string(',', use.Rank - 1) + "]" + end;
        }

        if (Keywords.TryGetValue(use.Type, out string? keyword))
        {
            return keyword + end;
        }

        string full = (isFull ? use.Type.FullName : null) ?? use.Type.Name;
        string name = string.Join('.', full.Split('+').Select(part => part.Split('`')[0]));
        return use.Arguments.Length == 0 ? name + end : name + "<" + string.Join(", ", use.Arguments.Select(argument => NameOf(argument, isFull))) + ">" + end;
    }

    private static readonly Dictionary<Type, string> Keywords = new()
    {
        [typeof(bool)] = "bool",
        [typeof(byte)] = "byte",
        [typeof(sbyte)] = "sbyte",
        [typeof(short)] = "short",
        [typeof(ushort)] = "ushort",
        [typeof(int)] = "int",
        [typeof(uint)] = "uint",
        [typeof(long)] = "long",
        [typeof(ulong)] = "ulong",
        [typeof(nint)] = "nint",
        [typeof(nuint)] = "nuint",
        [typeof(float)] = "float",
        [typeof(double)] = "double",
        [typeof(decimal)] = "decimal",
        [typeof(char)] = "char",
        [typeof(string)] = "string",
        [typeof(object)] = "object",
    };
}

/// <summary>Where shapes are looked for; tests compare the two.</summary>
[Flags]
internal enum ShapeSources
{
    Generator = 1,
    Reflection = 2,
    All = Generator | Reflection,
}
