using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;

namespace Hayapack.Registry;

/// <summary>
/// The registry in which the module initializer of a compiled assembly registers its generated formatters. For
/// generated code. Thread-safe.
/// </summary>
/// <remarks>
/// The rules that generated code and the library follow:
/// <list type="bullet">
/// <item>A module initializer calls <see cref="Register{T}"/> once for each type, for each closed generic type and for
/// each collection, array, tuple, nullable or enum type of a member, so that no formatter is built by
/// reflection.</item>
/// <item>A formatter is sealed. It is stateless or resolves nested formatters once. The formatters of built-in types
/// are in <c>Hayapack.Formatters</c>; generic ones are public and have a parameterless constructor.</item>
/// <item>If <see cref="MessagePackSerializerOptions.IsStandard"/> is true, <see cref="MessagePackPrimitives"/> writes
/// members of built-in types, and generated formatters call each other directly. Otherwise every member is serialized
/// through <see cref="MessagePackSerializerOptions.GetFormatter{T}"/>, except integers, floats, bool, char and
/// byte[].</item>
/// <item>To write: <c>ref byte p = ref writer.Reserve(worst)</c>, then writes within <c>worst</c> bytes, then
/// <c>writer.Commit(count)</c>, before any other use of the writer.</item>
/// <item>The formatter of an object that can contain objects calls <c>writer.EnterDepth(options)</c> and
/// <c>writer.LeaveDepth()</c>, and for reading <c>reader.EnterDepth(options)</c> and <c>reader.LeaveDepth()</c>. It
/// enters after the check for nil and before the header.</item>
/// <item>The Throw methods of <see cref="MessagePackReader"/> throw all errors. The path is determined later, from the
/// offset.</item>
/// </list>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedFormatterRegistry
{
    /// <summary>
    /// Registers a formatter for <see cref="Resolvers.StandardResolver"/>. If a type is registered twice, the first
    /// formatter is kept.
    /// </summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="formatter">The formatter.</param>
    public static void Register<T>(IMessagePackFormatter<T> formatter)
    {
        if (Interlocked.CompareExchange(ref FormatterCache<T>.Generated, formatter, null) is null)
        {
            TypeRegistry.Add<T>();
        }
    }

    /// <summary>
    /// Registers the formatter of a generic type, for closed types that the generator did not see. If the runtime
    /// cannot compile code, each of these needs <see cref="GenerateFormatterAttribute"/> instead.
    /// </summary>
    /// <param name="definition">The generic type definition.</param>
    /// <param name="formatter">The generic type definition of its formatter, with the same type parameters.</param>
    public static void RegisterGeneric(
        Type definition,
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type formatter) =>
        GeneratedGenericFormatters.Add(definition, formatter);
}
