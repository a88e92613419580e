using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using System.Reflection;
using Hayapack.Formatters;

namespace Hayapack.Reflection;

/// <summary>The members, constructor and callbacks of a type, for the formatters of arrays and maps.</summary>
[RequiresDynamicCode("Compiles accessors at run time.")]
[RequiresUnreferencedCode("Compiles accessors at run time.")]
internal sealed class ObjectAccessor<T>
{
    private readonly Func<object?[], T>? construct;
    private ErrorFields? fields;
    private readonly Action<object>? before;
    private readonly Action<object>? after;
    private readonly bool omitsByAttribute;

    internal ObjectAccessor(ObjectContract contract)
    {
        Contract = contract;
        Members = new MemberAccessor<T>[contract.Members.Length];
        for (int i = 0; i < Members.Length; i++)
        {
            ContractMember member = contract.Members[i];
            int parameter = Array.IndexOf(contract.Parameters, i);
            ParameterInfo? declared = parameter < 0 ? null : contract.Constructor!.GetParameters()[parameter];
            Members[i] = (MemberAccessor<T>)Activator.CreateInstance(
                typeof(MemberAccessor<,>).MakeGenericType(typeof(T), member.Type), member, CustomFormatters.OfMember(member))!;
            Defaults.Add(declared is { HasDefaultValue: true } && declared.ParameterType == member.Type ? DefaultOf(declared) : null);
        }

        Omits = [.. contract.Members.Select((member, i) =>
            member.IsRequired || (member.IsInConstructor && Defaults[i] is { } set && !set.Equals(DefaultOf(member.Type))) ? OmitDefaults.None : member.Omit)];
        omitsByAttribute = Array.Exists(Omits, omit => omit is not (null or OmitDefaults.None));
        Extra = contract.Extra is null ? null : (MemberAccessor<T>)Activator.CreateInstance(
            typeof(MemberAccessor<,>).MakeGenericType(typeof(T), contract.Extra.Type), contract.Extra, null)!;
        construct = Constructor(contract);
        before = Callback(nameof(IMessagePackSerializationCallbackReceiver.OnBeforeSerialize));
        after = Callback(nameof(IMessagePackSerializationCallbackReceiver.OnAfterDeserialize));
    }

    internal ObjectContract Contract { get; }

    internal MemberAccessor<T>[] Members { get; }

    /// <summary>
    /// Gets a value indicating whether the constructor has parameters, so that all members are read before it is
    /// called.
    /// </summary>
    internal bool IsConstructedLast => Contract.Parameters.Length > 0;

    /// <summary>Gets the members that are read, for finding all errors of an object.</summary>
    internal ErrorFields Fields => fields ??= new ErrorFields(
        typeof(T).Name,
        Contract.IsMap,
        isNullable: default(T) is null,
        nests: true,
        Contract.IsMap || Members.Length == 0 ? 0 : Contract.Members[^1].Index + 1,
        Contract.Extra is null ? Contract.Unmapped : UnmappedMemberHandling.Skip,
        [.. Enumerable.Range(0, Members.Length)
            .Where(i => Members[i].IsWritable || Contract.Members[i].IsInConstructor)
            .Select(i => Members[i].Field(Contract.Members[i], Contract.IsMap))]);

    /// <summary>Gets the default argument of the constructor for each member that is missing in the input.</summary>
    internal List<object?> Defaults { get; } = [];

    internal T Make(object?[] arguments) => construct is null ? default! : construct(arguments);

    /// <summary>Gets, for each member, when it is left out; null if the options decide.</summary>
    internal OmitDefaults?[] Omits { get; }

    /// <summary>Gets the accessor of the member that keeps unknown ones, or null.</summary>
    internal MemberAccessor<T>? Extra { get; }

    /// <summary>Returns the members that are kept although they are not known, an <see cref="UnknownMembers"/> or a dictionary, or null.</summary>
    internal object? GetExtra(ref T value) => Extra?.Get(ref value);

    /// <summary>Returns whether a key or index that no member has is an error.</summary>
    internal bool DisallowsUnknown(MessagePackSerializerOptions options) =>
        (Contract.Unmapped ?? options.UnmappedMemberHandling) == UnmappedMemberHandling.Disallow;

    /// <summary>Returns whether a member can be left out.</summary>
    internal bool MayOmit(MessagePackSerializerOptions options) => omitsByAttribute || options.OmitDefaults != OmitDefaults.None;

    /// <summary>Returns whether a member is left out.</summary>
    internal bool IsOmitted(int member, ref T value, MessagePackSerializerOptions options) =>
        (Omits[member] ?? options.OmitDefaults) is var omit and not OmitDefaults.None && Members[member].IsOmitted(ref value, omit);

    /// <summary>Returns whether reading keeps the existing value of a member and populates it.</summary>
    internal bool Populates(int member, MessagePackSerializerOptions options) => Contract.Members[member].IsPopulatable
        && (Contract.Members[member].Creation ?? options.ObjectCreationHandling) == ObjectCreationHandling.Populate;

    /// <summary>Creates the object from its members.</summary>
    /// <param name="values">The value of each member.</param>
    /// <param name="seen">Whether the input contains the member.</param>
    /// <param name="existing">The object from which the other members are taken, if there is one.</param>
    /// <param name="exists">Whether there is one.</param>
    /// <param name="options">The options.</param>
    internal T Make(object?[] values, bool[] seen, ref T existing, bool exists, MessagePackSerializerOptions options)
    {
        var arguments = new object?[Contract.Parameters.Length];
        for (int i = 0; i < arguments.Length; i++)
        {
            int member = Contract.Parameters[i];
            arguments[i] = seen[member] ? values[member] : exists ? Members[member].Get(ref existing) : Defaults[member];
        }

        T made = Make(arguments);
        for (int i = 0; i < values.Length; i++)
        {
            if (Contract.Members[i].IsInConstructor)
            {
                continue;
            }

            if (seen[i] && Members[i].IsReadable && Populates(i, options))
            {
                Members[i].Fill(ref made, values[i], options);
            }
            else if (seen[i])
            {
                Members[i].Set(ref made, values[i]);
            }
            else if (exists && Members[i].IsReadable)
            {
                Members[i].Set(ref made, Members[i].Get(ref existing));
            }
        }

        return made;
    }

    internal void BeforeWriting(ref T value) => Call(before, ref value);

    internal void AfterReading(ref T value) => Call(after, ref value);

    internal void CheckRequired(bool[] seen, long start)
    {
        for (int i = 0; i < seen.Length; i++)
        {
            if (!seen[i] && Contract.Members[i].IsRequired)
            {
                MessagePackReader.ThrowMissingMember(start, typeof(T).Name, Contract.Members[i].Member.Name);
            }
        }
    }

    private static void Call(Action<object>? callback, ref T value)
    {
        if (callback is not null)
        {
            // A struct is boxed: the callback might change it, and the changes are copied back.
            object boxed = value!;
            callback(boxed);
            value = (T)boxed;
        }
    }

    private static object? DefaultOf(Type type) => type.IsValueType ? System.Runtime.CompilerServices.RuntimeHelpers.GetUninitializedObject(type) : null;

    private static object? DefaultOf(ParameterInfo parameter) => parameter.DefaultValue is null or DBNull || !parameter.ParameterType.IsEnum
        ? parameter.DefaultValue
        : Enum.ToObject(parameter.ParameterType, parameter.DefaultValue);

    private static Func<object?[], T>? Constructor(ObjectContract contract)
    {
        if (contract.Constructor is null)
        {
            return null;
        }

        ParameterExpression arguments = Expression.Parameter(typeof(object?[]));
        IEnumerable<Expression> values = contract.Constructor.GetParameters().Select((parameter, i) =>
        {
            Expression item = Expression.ArrayIndex(arguments, Expression.Constant(i));
            Type member = contract.Members[contract.Parameters[i]].Type;
            Type expected = parameter.ParameterType.IsByRef ? parameter.ParameterType.GetElementType()! : parameter.ParameterType;
            Expression value = member.IsValueType
                ? Expression.Condition(Expression.ReferenceEqual(item, Expression.Constant(null)), Expression.Default(member), Expression.Convert(item, member))
                : Expression.Convert(item, member);
            return member == expected ? value : Expression.Convert(value, expected);
        });
        return Expression.Lambda<Func<object?[], T>>(Expression.New(contract.Constructor, values), arguments).Compile();
    }

    private static Action<object>? Callback(string name)
    {
        Type? receiver = Attributes.Interface(typeof(T), nameof(IMessagePackSerializationCallbackReceiver));
        MethodInfo? method = receiver?.GetMethod(name);
        if (method is null)
        {
            return null;
        }

        ParameterExpression target = Expression.Parameter(typeof(object));
        return Expression.Lambda<Action<object>>(Expression.Call(Expression.Convert(target, receiver!), method), target).Compile();
    }
}
