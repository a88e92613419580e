using System.Reflection;
using System.Runtime.Loader;

namespace Bench;

/// <summary>
/// hayapack's cases of another build of this program, in the same process: its assemblies, hayapack's among them, are
/// loaded beside this build's. Rivals are left out.
/// </summary>
internal static class OtherBuild
{
    /// <summary>The codec's name in the results.</summary>
    public const string Codec = "before";

    /// <param name="path">The other build's Hayapack.Bench.dll.</param>
    public static IEnumerable<Case> Cases(string path)
    {
        var build = new Context(Path.GetFullPath(path)).LoadFromAssemblyPath(Path.GetFullPath(path));
        var all = (IEnumerable<object>)build.GetType("Bench.Cases", throwOnError: true)!.GetMethod("All")!.Invoke(null, null)!;
        return all.Select(one => new Loaded(one)).Where(one => one.IsOurs);
    }

    private sealed class Context(string path) : AssemblyLoadContext("before")
    {
        private readonly AssemblyDependencyResolver resolver = new(path);

        protected override Assembly? Load(AssemblyName assemblyName) =>
            resolver.ResolveAssemblyToPath(assemblyName) is { } file ? LoadFromAssemblyPath(file) : null;
    }

    /// <summary>Calls a case of the other build's type of the same name.</summary>
    private sealed class Loaded(object other)
        : Case(Get<string>(other, nameof(Model)), OtherBuild.Codec, Get<int>(other, nameof(Count)))
    {
        private readonly Func<object?> write = Method<Func<object?>>(other, nameof(Write));
        private readonly Func<object?> read = Method<Func<object?>>(other, nameof(Read));

        public bool IsOurs => Get<string>(other, nameof(Codec)) == "hayapack";

        public override bool CanWrite => Get<bool>(other, nameof(CanWrite));

        public override bool CanRead => Get<bool>(other, nameof(CanRead));

        public override object? Write() => write();

        public override object? Read() => read();

        public override void Check() => Method<Action>(other, nameof(Check))();

        private static T Get<T>(object other, string name) => (T)other.GetType().GetProperty(name)!.GetValue(other)!;

        private static T Method<T>(object other, string name)
            where T : Delegate => other.GetType().GetMethod(name, Type.EmptyTypes)!.CreateDelegate<T>(other);
    }
}
