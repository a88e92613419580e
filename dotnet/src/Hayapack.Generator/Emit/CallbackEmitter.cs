using Hayapack.Generator.Models;

namespace Hayapack.Generator.Emit;

/// <summary>Emits the calls of <c>OnBeforeSerialize</c> and <c>OnAfterDeserialize</c>.</summary>
internal static class CallbackEmitter
{
    public static void EmitBefore(SourceBuilder source, TypeModel type)
    {
        if (type.CallbackInterface is not null)
        {
            source.Line("Before(ref value);");
        }
    }

    public static void EmitAfter(SourceBuilder source, TypeModel type)
    {
        if (type.CallbackInterface is not null)
        {
            source.Line("After(ref value);");
        }
    }

    // A constrained call works for explicit implementations, and does not box a struct.
    public static void EmitMethods(SourceBuilder source, TypeModel type)
    {
        if (type.CallbackInterface is null)
        {
            return;
        }

        source.Line();
        source.Line("private static void Before<TReceiver>(ref TReceiver value) where TReceiver : " + type.CallbackInterface + " => value.OnBeforeSerialize();");
        source.Line();
        source.Line("private static void After<TReceiver>(ref TReceiver value) where TReceiver : " + type.CallbackInterface + " => value.OnAfterDeserialize();");
    }
}
