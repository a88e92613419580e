using System.Globalization;
using System.Reflection;
using System.Runtime.Loader;
using Cases.Schemas;
using Hayapack;
using Xunit;
using Xunit.Abstractions;

namespace Cases;

/// <summary>
/// Without reflection, as in a native program, generated code writes and reads the same: the library and the cases are loaded a
/// second time, with the switch off.
/// </summary>
public sealed class ReflectionOffTests(ITestOutputHelper output)
{
    private const string Switch = "Hayapack.IsReflectionEnabled";

    [Fact]
    public void TheSameWithoutReflection()
    {
        List<string> with = Lines();
        List<string> without;
        AppContext.SetSwitch(Switch, false);
        try
        {
            var context = new Second();
            Type self = context.LoadFromAssemblyPath(typeof(ReflectionOffTests).Assembly.Location).GetType(typeof(ReflectionOffTests).FullName!, throwOnError: true)!;
            without = (List<string>)self.GetMethod(nameof(Lines), BindingFlags.Static | BindingFlags.NonPublic)!.Invoke(null, null)!;
        }
        finally
        {
            AppContext.SetSwitch(Switch, true);
        }

        Assert.Equal(with.Count, without.Count);

        // A root that is no model: only reflection makes the formatter of a collection that no member has.
        string[] unknown = [.. without.Where(line => line.EndsWith("\tno formatter", StringComparison.Ordinal))];
        string[] models = [.. unknown.Where(line => line.StartsWith("model ", StringComparison.Ordinal))];
        string[] differ = [.. with.Zip(without).Where(pair => pair.First != pair.Second && !unknown.Contains(pair.Second)).Select(pair => $"{pair.First}\nwithout: {pair.Second}")];
        output.WriteLine($"without reflection: {with.Count} lines, {unknown.Length} roots without a formatter, {differ.Length} differ");
        Assert.True(differ.Length + models.Length == 0, string.Join('\n', differ.Take(30).Concat(models.Take(30))));
        Assert.True(with.Count - unknown.Length > 400, "too few types");
    }

    /// <summary>Returns a line for each value: what it is, its bytes, and a hash of what is read from it and from damaged messages.</summary>
    internal static List<string> Lines()
    {
        var visitor = new Visitor();
        foreach (Case item in AllCases.Make().Where(item => !Forms.IsNotRead(item.Name)))
        {
            item.Visit(visitor);
        }

        Roots.Visit(visitor);
        return visitor.Lines;
    }

    private sealed class Second() : AssemblyLoadContext("without reflection")
    {
        protected override Assembly? Load(AssemblyName assemblyName) => assemblyName.Name == "Hayapack"
            ? LoadFromAssemblyPath(typeof(MessagePackSerializer).Assembly.Location)
            : null;
    }

    private sealed class Visitor : ICaseVisitor, ISchemaVisitor
    {
        private readonly ILookup<(string Schema, string Form), ValueRow> rows = SchemaTable.Values(Path.Combine(SchemaTable.Folder, "values.tsv"));

        public List<string> Lines { get; } = [];

        public void Visit<T>(Case<T> item)
        {
            var maker = new Maker(7);
            foreach (T value in item.Edges.Append(item.Make(maker)))
            {
                Add($"{item.Name} {item.Form}", value, Forms.Reading(item.Form));
            }
        }

        public void Visit<T>(string schema, string form)
        {
            foreach (ValueRow row in rows[(schema, form)].Take(2))
            {
                Add($"{schema} {form}", Neutral.Read<T>(row.Value), MessagePackSerializerOptions.Standard);
            }
        }

        private void Add<T>(string name, T value, MessagePackSerializerOptions options)
        {
            byte[]? bytes = null;
            string written = Outcomes.Of(() => Convert.ToHexStringLower(bytes = MessagePackSerializer.Serialize(value, options)));
            string line = (IsModel(typeof(T)) ? "model " : "") + name + "\t" + written;
            if (bytes is not null)
            {
                var hash = new Text();
                foreach (byte[] message in Outcomes.Messages(bytes))
                {
                    hash.Add(Outcomes.Of(() => Show.Text(MessagePackSerializer.Deserialize<T>(message, options))));
                }

                line += "\t" + hash;
            }

            Lines.Add(line);
        }

        private static bool IsModel(Type type) => !type.IsGenericType && (type.IsDefined(typeof(MessagePackObjectAttribute), false)
            || type.IsDefined(typeof(UnionAttribute), false) || type.IsDefined(typeof(System.Runtime.Serialization.DataContractAttribute), false));
    }

    /// <summary>A hash that is the same in both contexts.</summary>
    private sealed class Text
    {
        private ulong hash = 14695981039346656037;

        public void Add(string text)
        {
            foreach (char c in text)
            {
                hash = unchecked((hash ^ c) * 1099511628211);
            }
        }

        public override string ToString() => hash.ToString("x16", CultureInfo.InvariantCulture);
    }
}
