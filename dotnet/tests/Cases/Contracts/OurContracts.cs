using System.Reflection;
using Hayapack;
using Hayapack.Formatters;
using Hayapack.Resolvers;

namespace Cases.Contracts;

/// <summary>hayapack with the formatters that the generator made.</summary>
public sealed class GeneratedContracts : IContractSerializer
{
    /// <inheritdoc/>
    public bool Knows<T>(ContractForm form) => form is ContractForm.Attributes or ContractForm.Contractless &&
        StandardResolver.Instance.GetFormatter<T>() is { } found && found.GetType().Assembly != typeof(MessagePackSerializer).Assembly;

    /// <inheritdoc/>
    public byte[] Write<T>(T value, ContractForm form) => MessagePackSerializer.Serialize(value);

    /// <inheritdoc/>
    public T Read<T>(byte[] bytes, ContractForm form) => MessagePackSerializer.Deserialize<T>(bytes);

    /// <inheritdoc/>
    public bool IsError(Exception error) => error is MessagePackSerializationException;
}

/// <summary>hayapack with formatters made by reflection, also where there is a generated one.</summary>
public sealed class ReflectedContracts : IContractSerializer
{
    /// <inheritdoc/>
    public bool Knows<T>(ContractForm form) => true;

    /// <inheritdoc/>
    public byte[] Write<T>(T value, ContractForm form) => MessagePackSerializer.Serialize(value, Options(form));

    /// <inheritdoc/>
    public T Read<T>(byte[] bytes, ContractForm form) => MessagePackSerializer.Deserialize<T>(bytes, Options(form));

    /// <inheritdoc/>
    public bool IsError(Exception error) => error is MessagePackSerializationException;

    private static MessagePackSerializerOptions Options(ContractForm form) => MessagePackSerializerOptions.Standard.WithResolver(form switch
    {
        ContractForm.AllowPrivate => StandardResolverAllowPrivate.Instance,
        ContractForm.ContractlessAllowPrivate => ContractlessStandardResolverAllowPrivate.Instance,
        _ => new Reflection(form == ContractForm.Contractless),
    });

    // StandardResolver and ContractlessStandardResolver prefer generated formatters, so the library's own search for
    // formatters by reflection is called.
    private sealed class Reflection(bool contractless) : IFormatterResolver
    {
        private static readonly MethodInfo Find = typeof(MessagePackSerializer).Assembly
            .GetType("Hayapack.Reflection.ReflectionFormatters", throwOnError: true)!
            .GetMethod("Find", BindingFlags.Static | BindingFlags.NonPublic)!;

        public IMessagePackFormatter<T>? GetFormatter<T>()
        {
            if (typeof(T).Namespace != typeof(Reflection).Namespace)
            {
                return contractless ? ContractlessStandardResolver.Instance.GetFormatter<T>() : StandardResolver.Instance.GetFormatter<T>();
            }

            try
            {
                return (IMessagePackFormatter<T>?)Find.Invoke(null, [typeof(T), contractless, false]);
            }
            catch (TargetInvocationException error)
            {
                // The formatter's constructor is called by reflection, too.
                throw error.GetBaseException();
            }
        }
    }
}
