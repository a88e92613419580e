using Hayapack.Checking;
using Hayapack.Formatters;

namespace Hayapack;

/// <summary>Finds the errors of a message after the first one, for <see cref="MessagePackSerializerOptions.WithErrorLimit"/>.</summary>
internal static class AllErrors
{
    /// <summary>Sets <see cref="MessagePackSerializationException.Errors"/> of the first error of a message.</summary>
    /// <param name="first">The error, with its path.</param>
    /// <param name="start">A reader at the beginning of the message.</param>
    /// <param name="options">The options.</param>
    /// <typeparam name="T">The type that was read.</typeparam>
    internal static void Find<T>(MessagePackSerializationException first, MessagePackReader start, MessagePackSerializerOptions options)
    {
        if (start.Depth > 0 || first.Path is null || ErrorCollector.IsOfFormat(first.ErrorName))
        {
            return;
        }

        List<MessagePackSerializationException> errors = ErrorCollector.Find<T>(start, options, out MessagePackSerializationException? end);
        end = ErrorLocator.Locate(errors, end, start, options, typeof(T));
        int known = errors.FindIndex(error => error.Offset == first.Offset && error.ErrorName == first.ErrorName);
        if (known >= 0)
        {
            errors.RemoveAt(known);
        }

        // An error of a constructor, which only the first reading calls.
        errors.Insert(0, first);
        if (errors.Count > options.ErrorLimit)
        {
            errors.RemoveAt(options.ErrorLimit);
        }
        else if (end is not null && errors.Count < options.ErrorLimit)
        {
            errors.Add(end);
        }

        first.Errors = errors.AsReadOnly();
    }
}
