using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Hayapack;

/// <summary>Decides about the code for vectors of 64 bytes.</summary>
internal static class Avx512Support
{
    /// <summary>Gets a value indicating whether the processor has AVX-512 with VBMI2, and no reason to avoid it.</summary>
    internal static bool HasVbmi2 => Avx512Vbmi2.IsSupported && Avx512Vbmi.IsSupported && Avx512BW.VL.IsSupported
        && Avx512CD.IsSupported && Vector512.IsHardwareAccelerated;
}
