using System.Reflection;

namespace Cases.Contracts;

/// <summary>Which members of a type are serialized.</summary>
public enum ContractForm
{
    /// <summary>Those that the attributes of the type name, with the standard resolver.</summary>
    Attributes,

    /// <summary>Also private ones, with <c>StandardResolverAllowPrivate</c>.</summary>
    AllowPrivate,

    /// <summary>The public members of any type, with <c>ContractlessStandardResolver</c>.</summary>
    Contractless,

    /// <summary>Also private ones, with <c>ContractlessStandardResolverAllowPrivate</c>.</summary>
    ContractlessAllowPrivate,
}

/// <summary>A kind of member, shown by one value of a type with such members.</summary>
public abstract class ContractCase(string name, ContractForm form)
{
    /// <summary>Gets the name of the type.</summary>
    public string Name => name;

    /// <summary>Gets the resolver that the value is written and read with.</summary>
    public ContractForm Form => form;

    /// <summary>Returns the bytes of the value and what is read back from them.</summary>
    public abstract ContractOutcome Run(IContractSerializer serializer);

    /// <summary>Returns the state of what is read from bytes.</summary>
    public abstract string Read(IContractSerializer serializer, string hex);

    /// <summary>Returns the state of the value: what reading must restore.</summary>
    public abstract string State();

    /// <summary>Returns whether the serializer is one for this type.</summary>
    public abstract bool IsFor(IContractSerializer serializer);
}

/// <summary>A <see cref="ContractCase"/> with its type.</summary>
public sealed class ContractCase<T>(ContractForm form, T value) : ContractCase(typeof(T).Name, form)
{
    /// <inheritdoc/>
    public override bool IsFor(IContractSerializer serializer) => serializer.Knows<T>(Form);

    /// <inheritdoc/>
    public override string State() => Kept.Text(value);

    /// <inheritdoc/>
    public override ContractOutcome Run(IContractSerializer serializer)
    {
        string hex;
        try
        {
            hex = Convert.ToHexStringLower(serializer.Write(value, Form));
        }
        catch (Exception error) when (serializer.IsError(error))
        {
            return new ContractOutcome(ContractOutcome.Error, ContractOutcome.Error);
        }

        return new ContractOutcome(hex, Read(serializer, hex));
    }

    /// <inheritdoc/>
    public override string Read(IContractSerializer serializer, string hex)
    {
        try
        {
            return Kept.Text(serializer.Read<T>(Convert.FromHexString(hex), Form));
        }
        catch (Exception error) when (serializer.IsError(error))
        {
            return ContractOutcome.Error;
        }
    }
}

/// <summary>What a serializer makes of a value: hexadecimal bytes and the state of what it reads from them, or errors.</summary>
public sealed record ContractOutcome(string Bytes, string Read)
{
    /// <summary>In place of bytes or a state: there was an error.</summary>
    public const string Error = "error";
}

/// <summary>A serializer that is compared.</summary>
public interface IContractSerializer
{
    /// <summary>Returns whether a value of the type can be tried.</summary>
    bool Knows<T>(ContractForm form);

    /// <summary>Writes a value.</summary>
    byte[] Write<T>(T value, ContractForm form);

    /// <summary>Reads a value.</summary>
    T Read<T>(byte[] bytes, ContractForm form);

    /// <summary>Returns whether an exception is the serializer's error.</summary>
    bool IsError(Exception error);
}

/// <summary>The whole state of an object: its fields, also the private ones and those of base types.</summary>
public static class Kept
{
    private const BindingFlags Fields = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    /// <summary>Returns the state as text.</summary>
    public static string Text(object? value)
    {
        if (value is null)
        {
            return "null";
        }

        var fields = new List<string>();
        for (Type? type = value.GetType(); type is not null && type != typeof(object) && type != typeof(ValueType); type = type.BaseType)
        {
            foreach (FieldInfo field in type.GetFields(Fields))
            {
                string name = field.Name.StartsWith('<') ? field.Name[1..field.Name.IndexOf('>', StringComparison.Ordinal)] : field.Name;
                fields.Add($"{(type == value.GetType() ? string.Empty : type.Name + ".")}{name}={Show.Text(field.GetValue(value))}");
            }
        }

        return string.Join(", ", fields);
    }

    /// <summary>Sets a private field of a type or of a base type, also a readonly one.</summary>
    public static object Set(object target, string field, object value)
    {
        for (Type? type = target.GetType(); type is not null; type = type.BaseType)
        {
            if (type.GetField(field, Fields) is { } found)
            {
                found.SetValue(target, value);
                return target;
            }
        }

        throw new MissingFieldException(target.GetType().Name, field);
    }
}
