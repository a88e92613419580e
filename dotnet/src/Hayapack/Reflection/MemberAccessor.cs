using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using System.Reflection;
using System.Reflection.Emit;
using Hayapack.Formatters;

namespace Hayapack.Reflection;

/// <summary>Reads and writes one member of an object.</summary>
internal abstract class MemberAccessor<TObject>
{
    internal abstract bool IsReadable { get; }

    internal abstract bool IsWritable { get; }

    internal abstract void Write(ref MessagePackWriter writer, ref TObject target, MessagePackSerializerOptions options);

    /// <summary>Reads the value of the member and sets it in an object.</summary>
    internal abstract void Read(ref MessagePackReader reader, ref TObject target, MessagePackSerializerOptions options);

    /// <summary>Reads the value of the member and returns it, to be passed to a constructor.</summary>
    internal abstract object? Read(ref MessagePackReader reader, MessagePackSerializerOptions options);

    internal abstract void Set(ref TObject target, object? value);

    /// <summary>Returns the member without its object, for finding all errors.</summary>
    internal abstract ErrorField Field(ContractMember member, bool isMap);

    /// <summary>Returns the value of the member, to be passed to a constructor.</summary>
    internal abstract object? Get(ref TObject target);

    /// <summary>Reads the member into its existing value.</summary>
    internal abstract void Populate(ref MessagePackReader reader, ref TObject target, MessagePackSerializerOptions options);

    /// <summary>Fills the member's collection with the items of one that was read, or sets that.</summary>
    internal abstract void Fill(ref TObject target, object? value, MessagePackSerializerOptions options);

    /// <summary>Returns whether the value of the member is null or, with <see cref="OmitDefaults.Default"/>, the default.</summary>
    internal abstract bool IsOmitted(ref TObject target, OmitDefaults omit);
}

/// <inheritdoc/>
[RequiresDynamicCode("Compiles accessors at run time.")]
[RequiresUnreferencedCode("Compiles accessors at run time.")]
internal sealed class MemberAccessor<TObject, TMember> : MemberAccessor<TObject>
{
    private delegate TMember Getter(ref TObject target);

    private delegate void Setter(ref TObject target, TMember value);

    private readonly string name;
    private readonly IMessagePackFormatter<TMember>? formatter;
    private readonly Getter? getter;
    private readonly Setter? setter;

    public MemberAccessor(ContractMember member, IMessagePackFormatter? formatter)
    {
        name = member.Member.Name;

        // Members of these types are written without the resolver's formatter, as in generated code.
        bool isFixed = typeof(TMember).IsPrimitive || typeof(TMember) == typeof(byte[]);
        this.formatter = (IMessagePackFormatter<TMember>?)(formatter ?? (isFixed ? Registry.BuiltinFormatters.Find(typeof(TMember)) : null));
        ParameterExpression target = Expression.Parameter(typeof(TObject).MakeByRefType());
        Expression instance = member.Member.DeclaringType == typeof(TObject) ? target : Expression.Convert(target, member.Member.DeclaringType!);
        MemberExpression access = Expression.MakeMemberAccess(instance, member.Member);
        getter = member.IsReadable ? Expression.Lambda<Getter>(access, target).Compile() : null;
        if (member is { IsWritable: true, Member: FieldInfo { IsInitOnly: true } field })
        {
            setter = ReadOnlySetter(field);
        }
        else if (member.IsWritable)
        {
            ParameterExpression value = Expression.Parameter(typeof(TMember));
            setter = Expression.Lambda<Setter>(Expression.Assign(access, value), target, value).Compile();
        }
    }

    internal override bool IsReadable => getter is not null;

    internal override bool IsWritable => setter is not null;

    internal override void Write(ref MessagePackWriter writer, ref TObject target, MessagePackSerializerOptions options)
    {
        if (!writer.TryWriteNil(getter))
        {
            (formatter ?? options.GetFormatter<TMember>()).Serialize(ref writer, getter(ref target), options);
        }
    }

    internal override void Read(ref MessagePackReader reader, ref TObject target, MessagePackSerializerOptions options)
    {
        if (setter is null)
        {
            reader.Skip();
        }
        else
        {
            setter(ref target, (formatter ?? options.GetFormatter<TMember>()).Deserialize(ref reader, options));
        }
    }

    internal override object? Read(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        (formatter ?? options.GetFormatter<TMember>()).Deserialize(ref reader, options);

    internal override void Set(ref TObject target, object? value) => setter?.Invoke(ref target, (TMember)value!);

    internal override ErrorField Field(ContractMember member, bool isMap) =>
        new ErrorField<TMember>(member.Member.Name, member.IsRequired, member.Index, isMap ? member.Key : null, isMap ? member.Alias : null, formatter);

    internal override object? Get(ref TObject target) => getter is null ? null : getter(ref target);

    internal override void Populate(ref MessagePackReader reader, ref TObject target, MessagePackSerializerOptions options)
    {
        IMessagePackFormatter<TMember> found = formatter ?? options.GetFormatter<TMember>();
        if (getter is null)
        {
            Read(ref reader, ref target, options);
        }
        else if (setter is null)
        {
            Populating.ReadInto(found, ref reader, getter(ref target), options, name);
        }
        else
        {
            TMember value = getter(ref target);
            Populating.Read(found, ref reader, ref value, options);
            setter(ref target, value);
        }
    }

    internal override void Fill(ref TObject target, object? value, MessagePackSerializerOptions options)
    {
        TMember filled = Populating.Fill(formatter ?? options.GetFormatter<TMember>(), getter!(ref target), (TMember)value!, options, setter is null, name);
        setter?.Invoke(ref target, filled);
    }

    internal override bool IsOmitted(ref TObject target, OmitDefaults omit) => getter is not null && MemberDefaults.IsOmitted(getter(ref target), omit);

    // An expression can't assign to a readonly field.
    private static Setter ReadOnlySetter(FieldInfo field)
    {
        var method = new DynamicMethod(field.Name, null, [typeof(TObject).MakeByRefType(), typeof(TMember)], typeof(TObject).Module, skipVisibility: true);
        ILGenerator code = method.GetILGenerator();
        code.Emit(OpCodes.Ldarg_0);
        if (!typeof(TObject).IsValueType)
        {
            code.Emit(OpCodes.Ldind_Ref);
        }

        code.Emit(OpCodes.Ldarg_1);
        code.Emit(OpCodes.Stfld, field);
        code.Emit(OpCodes.Ret);
        return method.CreateDelegate<Setter>();
    }
}
