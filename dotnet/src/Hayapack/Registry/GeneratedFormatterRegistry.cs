using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;

namespace Hayapack.Registry;

/// <summary>
/// Where the module initializer of a compiled assembly registers its generated formatters. For generated code.
/// </summary>
/// <remarks>
/// The rules between the generator and the library:
/// <list type="bullet">
/// <item>A module initializer calls <see cref="Register{T}"/> once for each type, for each closed generic type and for
/// each collection, array, tuple, nullable or enum type that a member has: no formatter is then built by reflection.</item>
/// <item>A formatter is sealed and stateless, or resolves nested ones once. A built-in type has its formatter in
/// <c>Hayapack.Formatters</c>; one that takes type arguments is public and has a constructor without parameters.</item>
/// <item>Where <see cref="MessagePackSerializerOptions.IsStandard"/> holds, members of built-in types are written by
/// <see cref="MessagePackPrimitives"/>, and generated formatters call each other directly. Otherwise every member but
/// integers, floats, bool, char and byte[] goes through <see cref="MessagePackSerializerOptions.GetFormatter{T}"/>.</item>
/// <item>Writing: <c>ref byte p = ref writer.Reserve(worst)</c>, any writes within <c>worst</c> bytes, then
/// <c>writer.Commit(count)</c>, before anything else is done with the writer.</item>
/// <item>An object that can hold objects calls <c>writer.EnterDepth(options)</c> and <c>writer.LeaveDepth()</c>, and when
/// reading <c>reader.EnterDepth(options)</c> and <c>reader.LeaveDepth()</c>, after the header's nil was ruled out and before
/// the header is read.</item>
/// <item>Errors are thrown by <see cref="MessagePackReader"/>'s Throw methods; the path is found later, from the offset.</item>
/// </list>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedFormatterRegistry
{
    /// <summary>Registers a formatter for <see cref="Resolvers.StandardResolver"/>; the first one of a type stays.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="formatter">Its formatter.</param>
    public static void Register<T>(IMessagePackFormatter<T> formatter)
    {
        if (Interlocked.CompareExchange(ref FormatterCache<T>.Generated, formatter, null) is null)
        {
            TypeRegistry.Add<T>();
        }
    }

    /// <summary>
    /// Registers the formatter of a generic type, for closed types that the generator did not see. Where code cannot be
    /// built at run time these need <see cref="GenerateFormatterAttribute"/>.
    /// </summary>
    /// <param name="definition">The type's definition.</param>
    /// <param name="formatter">The definition of its formatter, with the same type parameters.</param>
    public static void RegisterGeneric(
        Type definition,
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type formatter) =>
        GeneratedGenericFormatters.Add(definition, formatter);
}
