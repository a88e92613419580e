using System.Reflection;
using System.Xml.Linq;
using Hayapack.Tests.Vectors;
using Xunit;

namespace Hayapack.Tests;

/// <summary>Checks what docs/errors.md, docs/dotnet.md and docs/security.md say against the library.</summary>
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

    [Fact]
    public void EachMemberHasOneSummary()
    {
        XDocument document = XDocument.Load(Path.ChangeExtension(typeof(MessagePackReader).Assembly.Location, ".xml"));
        Assert.Empty(document.Descendants("member").Where(m => m.Elements("summary").Count() > 1).Select(m => m.Attribute("name")!.Value));
        Assert.Contains(document.Descendants("member"), m => m.Attribute("name")!.Value == "T:Hayapack.MessagePackReader");
    }

    [Theory]
    [InlineData(MessagePackJsonForm.Plain)]
    [InlineData(MessagePackJsonForm.Lossless)]
    [InlineData(MessagePackJsonForm.Exact)]
    public void NumbersOfJsonAreRoundedToDoubles(MessagePackJsonForm form)
    {
        Assert.Equal(MessagePackSerializer.Serialize(Math.PI), MessagePackSerializer.ConvertFromJson("3.14159265358979323846", form));
    }

    [Fact]
    public void TheDepthLimitHoldsForReadingWritingAndJson()
    {
        MessagePackSerializerOptions trusted = MessagePackSerializerOptions.Standard.WithSecurity(MessagePackSecurity.TrustedData);
        foreach ((MessagePackSerializerOptions options, int limit) in new[] { (MessagePackSerializerOptions.Standard, 64), (trusted, 500) })
        {
            Action<int>[] calls =
            [
                depth => MessagePackSerializer.Deserialize<object>(Nested(depth), options),
                depth => MessagePackSerializer.Serialize(Lists(depth), options),
                depth => MessagePackSerializer.ConvertToJson(Nested(depth), options),
                depth => MessagePackSerializer.ConvertFromJson(new string('[', depth) + new string(']', depth), options),
            ];
            foreach (Action<int> call in calls)
            {
                call(limit);
                var error = Assert.Throws<MessagePackSerializationException>(() => call(limit + 1));
                Assert.Equal((MessagePackErrorNames.TooDeep, (long)limit), (error.ErrorName, error.Offset));
            }
        }
    }

    [Fact]
    public void LimitsAreTheDocumentedOnes()
    {
        Assert.Equal((100L << 20, 1024), ((long)MessagePackLimits.Stream.MaximumMessageLength, MessagePackLimits.Stream.MaximumDepth));
        Assert.Equal(64 << 20, MessagePackSecurity.UntrustedData.MaximumDecompressedSize);
        Assert.Equal(64, MessagePackSerializerOptions.Standard.CompressionMinLength);
        Assert.Same(MessagePackSecurity.UntrustedData, MessagePackSerializerOptions.Standard.Security);
    }

    [Fact]
    [Trait("Tier", "long")]
    public void NamesInMessagesCreateABoundedNumberOfTypes()
    {
        string[] parts = ["Byte", "SByte", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Boolean", "Char"];
        MessagePackSerializerOptions options = MessagePackSerializer.Typeless.DefaultOptions.WithTypeTable(new TypeTable());
        object?[] read = [.. from a in parts
                             from b in parts
                             from c in parts
                             let name = $"System.Tuple`3[[System.{a}, mscorlib],[System.{b}, mscorlib],[System.{c}, mscorlib]], mscorlib"
                             select MessagePackSerializer.Typeless.Deserialize(Typed(name), options)];
        Assert.Equal(1024, read.TakeWhile(value => value is null).Count());
        Assert.Equal(parts.Length * parts.Length * parts.Length - 1024, read.OfType<TypedValue>().Count());
    }

    [Fact]
    public void LongNamesAreUnknown()
    {
        MessagePackSerializerOptions options = MessagePackSerializer.Typeless.DefaultOptions.WithTypeTable(new TypeTable());
        string name = "System.Version, System.Private.CoreLib";
        Assert.Null(MessagePackSerializer.Typeless.Deserialize(Typed(name.PadRight(4096)), options));
        Assert.IsType<TypedValue>(MessagePackSerializer.Typeless.Deserialize(Typed(name.PadRight(4097)), options));
    }

    private static byte[] Nested(int depth) => [.. Enumerable.Repeat((byte)0x91, depth - 1), 0x90];

    private static object Lists(int depth) => Enumerable.Range(1, depth - 1).Aggregate(new List<object>(), (list, _) => [list]);

    /// <summary>Returns ext 100 with a name and nil: null if the name is that of a class.</summary>
    private static byte[] Typed(string name)
    {
        byte[] content = [.. MessagePackSerializer.Serialize(name), 0xc0];
        return [0xc9, 0, 0, (byte)(content.Length >> 8), (byte)content.Length, 100, .. content];
    }
}
