using System.Buffers;
using System.Globalization;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.Tests.Vectors;

/// <summary>The shared vectors, read by every API, and at every split into two segments.</summary>
public class VectorTests(ITestOutputHelper output)
{
    private static readonly MessagePackSerializerOptions Deep = MessagePackSerializerOptions.Standard.WithSecurity(
        MessagePackSecurity.UntrustedData.WithMaximumObjectGraphDepth(MessagePackLimits.Default.MaximumDepth));

    /// <summary>The folders whose rows are tested: here, in the other classes of this folder, or in Hayapack.Cases.Tests.</summary>
    private static readonly string[] Run = ["valid/", "invalid/", "stream/", "lz4/", "typeless/", "names/", "json/", "dotnet/", "schemas/", "references/"];

    [Fact]
    public void EachFileIsRun()
    {
        IEnumerable<string> files = Directory.GetFiles(Path.Combine(VectorFile.Root, "vectors"), "*.tsv", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(Path.Combine(VectorFile.Root, "vectors"), path).Replace('\\', '/'));
        Assert.All(files, file => Assert.Contains(Run, folder => file.StartsWith(folder, StringComparison.Ordinal)));
    }

    [Fact]
    public void ValidRows()
    {
        int rows = 0;
        foreach (VectorFile.Row row in VectorFile.Rows("valid"))
        {
            Value value = ValueNotation.Parse(row.Fields[3]);
            MessagePackSerializer.Validate(row.Bytes);
            foreach (ReadOnlySequence<byte> input in Segments.Splits(row.Bytes))
            {
                MessagePackSerializer.Validate(input);
                CheckValid(row, value, input);
            }

            if (!row.File.Contains("duplicate", StringComparison.Ordinal))
            {
                byte[] canonical = row.Fields[2] == "=" ? row.Bytes : ByteTerms.Parse(row.Fields[2]);
                Assert.Equal(Convert.ToHexString(canonical), Convert.ToHexString(ValueCheck.Write(value)));
            }

            rows++;
        }

        Assert.True(rows > 400);
        output.WriteLine($"vectors: dotnet: valid: {rows} of {rows} rows");
    }

    [Fact]
    public void PrefixesAreTruncated()
    {
        int prefixes = 0;
        foreach (VectorFile.Row row in VectorFile.Rows("valid"))
        {
            Value value = ValueNotation.Parse(row.Fields[3]);
            foreach (int length in Segments.PrefixLengths(row.Bytes.Length))
            {
                byte[] prefix = row.Bytes[..length];
                MessagePackSerializationException checkedFault = Assert.Throws<MessagePackSerializationException>(
                    () => MessagePackSerializer.Validate(prefix));
                Assert.Equal("truncated", checkedFault.ErrorName);
                prefixes++;
                if (ValueCheck.HasContainerKey(value))
                {
                    // If the key is complete, invalid_key is raised before truncated.
                    continue;
                }

                SameFault(checkedFault, Assert.Throws<MessagePackSerializationException>(
                    () => MessagePackSerializer.Deserialize<object>(prefix, Deep)), row);
                SameFault(checkedFault, Assert.Throws<MessagePackSerializationException>(
                    () => MessagePackSerializer.Deserialize<object>(Segments.Split(prefix, length / 2), Deep)), row);
            }
        }

        output.WriteLine($"vectors: dotnet: {prefixes} prefixes of valid rows are truncated");
    }

    [Fact]
    public void InvalidRows()
    {
        int rows = 0, limited = 0;
        var containerKeys = new HashSet<string>();
        foreach (VectorFile.Row row in VectorFile.Rows("invalid"))
        {
            string error = row.Fields[2];
            long offset = long.Parse(row.Fields[3], CultureInfo.InvariantCulture);
            MessagePackLimits limits = Limits(row.Fields[5], out bool onlyDepth);
            foreach (ReadOnlySequence<byte> input in Segments.Splits(row.Bytes))
            {
                ReadOnlySequence<byte> message = input;
                Check(row, error, offset, Assert.Throws<MessagePackSerializationException>(
                    () => MessagePackSerializer.Validate(message, limits)));
                MessagePackSecurity security = Deep.Security.WithMaximumObjectGraphDepth(limits.MaximumDepth);
                MessagePackSerializerOptions options = Deep.WithSecurity(onlyDepth ? security : security.WithLimits(limits));
                if (error == "extra_data")
                {
                    // Deserialize ignores bytes after the value, as MessagePack-CSharp does.
                    var reader = new MessagePackReader(message);
                    MessagePackSerializer.Deserialize<object>(ref reader, options);
                    Assert.Equal(offset, reader.Consumed);
                    continue;
                }

                MessagePackSerializationException fault = Assert.Throws<MessagePackSerializationException>(
                    () => MessagePackSerializer.Deserialize<object>(message, options));
                if (fault.ErrorName == "invalid_key" && HasContainerKey(row))
                {
                    containerKeys.Add(row.Name);
                    continue;
                }

                Check(row, error, offset, fault);
            }

            rows++;
            limited += onlyDepth ? 0 : 1;
        }

        Assert.True(rows > 1800);
        output.WriteLine($"vectors: dotnet: invalid: {rows} of {rows} rows, {limited} of them with limits or strict-keys, {containerKeys.Count} are invalid_key because a container is a key");
    }

    internal static void SameFault(MessagePackSerializationException expected, MessagePackSerializationException actual, object row)
    {
        Assert.True(
            expected.ErrorName == actual.ErrorName && expected.Offset == actual.Offset && expected.Path == actual.Path,
            $"{row}: expected {expected.ErrorName} at {expected.Offset} {expected.Path}, got {actual.ErrorName} at {actual.Offset} {actual.Path}");
    }

    /// <summary>Returns whether a row has a container as a map key. .NET dictionaries cannot have such keys: invalid_key.</summary>
    private static bool HasContainerKey(VectorFile.Row row) =>
        row.Name is "array key" or "map key" || row.Name.StartsWith("unusual-keys/", StringComparison.Ordinal);

    private static void Check(VectorFile.Row row, string error, long offset, MessagePackSerializationException fault) => Assert.True(
        error == fault.ErrorName && offset == fault.Offset && row.Fields[4] == fault.Path,
        $"{row}: expected {error} at {offset} {row.Fields[4]}, got {fault.ErrorName} at {fault.Offset} {fault.Path}");

    private static void CheckValid(VectorFile.Row row, Value value, ReadOnlySequence<byte> input)
    {
        var reader = new MessagePackReader(input);
        if (ValueCheck.HasContainerKey(value) || ValueCheck.HasTimeOutOfRange(value))
        {
            string expected = ValueCheck.HasContainerKey(value) ? "invalid_key" : "timestamp_range";
            MessagePackSerializationException fault = Assert.Throws<MessagePackSerializationException>(
                () => MessagePackSerializer.Deserialize<object>(input, Deep));
            Assert.True(expected == fault.ErrorName, $"{row}: {fault}");
            return;
        }

        object? read = MessagePackSerializer.Deserialize<object>(ref reader, Deep);
        Assert.Equal(row.Bytes.Length, reader.Consumed);
        ValueCheck.Same(value, read);
        var skipping = new MessagePackReader(input);
        skipping.Skip();
        Assert.Equal(row.Bytes.Length, skipping.Consumed);
    }

    internal static MessagePackLimits Limits(string text, out bool onlyDepth)
    {
        MessagePackLimits limits = MessagePackLimits.Default;
        onlyDepth = true;
        foreach (string option in text == "-" ? [] : text.Split(' '))
        {
            string[] pair = option.Split('=');
            uint number = pair.Length > 1 ? uint.Parse(pair[1], CultureInfo.InvariantCulture) : 0;
            onlyDepth &= pair[0] == "depth";
            limits = pair[0] switch
            {
                "strict-keys" => limits with { StrictKeys = true },
                "depth" => limits with { MaximumDepth = (int)number },
                "bytes" => limits with { MaximumMessageLength = number },
                "str" => limits with { MaximumStringLength = number },
                "bin" => limits with { MaximumBinaryLength = number },
                "ext" => limits with { MaximumExtensionLength = number },
                "array" => limits with { MaximumArrayLength = number },
                "map" => limits with { MaximumMapLength = number },
                _ => throw new InvalidOperationException(option),
            };
        }

        return limits;
    }
}
