using System.Reflection;
using Hayapack.Tests.Vectors;
using Xunit;

namespace Hayapack.Tests;

/// <summary>Checks docs/errors.md against the library.</summary>
public class DocumentTests
{
    [Fact]
    public void EachErrorNameIsExplained()
    {
        string document = File.ReadAllText(Path.Combine(VectorFile.Root, "docs", "errors.md"));
        Assert.All(
            typeof(MessagePackErrorNames).GetFields(BindingFlags.Public | BindingFlags.Static),
            field => Assert.Contains($"| `{field.GetValue(null)}` |", document, StringComparison.Ordinal));
    }
}
