using System.Runtime.CompilerServices;

namespace Hayapack.Formatters;

/// <summary>Decides which values are left out.</summary>
internal static class MemberDefaults
{
    /// <summary>Returns whether a value is null or, with <see cref="OmitDefaults.Default"/>, the default of its type.</summary>
    internal static bool IsOmitted<T>(T value, OmitDefaults omit) =>
        omit != OmitDefaults.None && (value is null || (omit == OmitDefaults.Default && default(T) is not null && IsDefault(value)));

    /// <summary>
    /// Returns whether a struct has its default value. A negative zero has not: it would be read as another value.
    /// </summary>
    internal static bool IsDefault<T>(T value)
    {
        if (typeof(T) == typeof(double))
        {
            return Unsafe.BitCast<double, long>((double)(object)value!) == 0;
        }

        if (typeof(T) == typeof(float))
        {
            return Unsafe.BitCast<float, int>((float)(object)value!) == 0;
        }

        return EqualityComparer<T>.Default.Equals(value, default);
    }
}
