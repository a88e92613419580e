using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Hayapack.Generator.Tests.Support;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Tests;

/// <summary>What docs/dotnet.md says of plugins with models: whether their AssemblyLoadContext is unloaded.</summary>
public class UnloadTests
{
    private const string Plugin = """
        [MessagePackObject] public class Model { [Key(0)] public int A { get; set; } [Key(1)] public List<Model>? B { get; set; } }
        public static class Entry
        {
            public static int Run() => MessagePackSerializer.Deserialize<Model>(MessagePackSerializer.Serialize(new Model { A = 7, B = [new()] })).A;
        }
        """;

    [Fact]
    public void A_context_with_its_own_copy_of_the_library_is_unloaded() => Assert.True(IsUnloaded(Start(ownCopy: true)));

    [Fact]
    public void A_context_that_shares_the_library_is_not() => Assert.False(IsUnloaded(Start(ownCopy: false)));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Start(bool ownCopy)
    {
        using var image = new MemoryStream();
        Assert.True(Compiler.Generate(Plugin).Emit(image).Success);
        image.Position = 0;
        var context = new AssemblyLoadContext("plugin", isCollectible: true);
        if (ownCopy)
        {
            context.LoadFromAssemblyPath(typeof(MessagePackSerializer).Assembly.Location);
        }

        Assembly plugin = context.LoadFromStream(image);
        Assert.Equal(7, plugin.GetType("Entry")!.GetMethod("Run")!.Invoke(null, null));
        context.Unload();
        return new WeakReference(context);
    }

    private static bool IsUnloaded(WeakReference context)
    {
        for (int i = 0; i < 20 && context.IsAlive; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        return !context.IsAlive;
    }
}
