using System.Buffers;
using System.Globalization;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.Tests.Vectors;

/// <summary>The shared vectors of compressed messages, as one segment and at every split into two segments.</summary>
public class Lz4VectorTests(ITestOutputHelper output)
{
    private static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard
        .WithCompression(MessagePackCompression.Lz4BlockArray)
        .WithSecurity(MessagePackSecurity.UntrustedData.WithMaximumObjectGraphDepth(MessagePackLimits.Default.MaximumDepth));

    [Fact]
    public void ValidRows()
    {
        int rows = 0, prefixes = 0;
        foreach (VectorFile.Row row in VectorFile.RowsOf("lz4/valid.tsv"))
        {
            byte[] message = row.Fields[2] == "=" ? row.Bytes : ByteTerms.Parse(row.Fields[2]);
            foreach (ReadOnlySequence<byte> input in Segments.Splits(row.Bytes))
            {
                var reader = new MessagePackReader(input);
                MessagePackValue value = MessagePackSerializer.Deserialize<MessagePackValue>(ref reader, Options);
                Assert.Equal(Convert.ToHexString(message), Convert.ToHexString(value.Raw.Span));
                Assert.True(reader.End);
            }

            foreach (int length in Segments.PrefixLengths(row.Bytes.Length))
            {
                MessagePackSerializationException fault = Assert.Throws<MessagePackSerializationException>(
                    () => MessagePackSerializer.Deserialize<object>(row.Bytes.AsMemory(0, length), Options));
                Assert.True(fault.ErrorName == "truncated" && fault.Lz4Offset is null, $"{row}: {length}: {fault}");
                prefixes++;
            }

            rows++;
        }

        Assert.True(rows > 35);
        output.WriteLine($"vectors: dotnet: lz4/valid: {rows} of {rows} rows, {prefixes} prefixes");
    }

    [Fact]
    public void InvalidRows()
    {
        int rows = 0;
        foreach (VectorFile.Row row in VectorFile.RowsOf("lz4/invalid.tsv"))
        {
            bool isInside = false;
            MessagePackSerializerOptions options = Options;
            foreach (string option in row.Fields[5] == "-" ? [] : row.Fields[5].Split(' '))
            {
                isInside |= option == "inside";
                if (option.StartsWith("lz4=", StringComparison.Ordinal))
                {
                    int limit = int.Parse(option.AsSpan(4), CultureInfo.InvariantCulture);
                    options = options.WithSecurity(options.Security.WithMaximumDecompressedSize(limit));
                }
            }

            foreach (ReadOnlySequence<byte> input in Segments.Splits(row.Bytes))
            {
                ReadOnlySequence<byte> message = input;
                long offset = long.Parse(row.Fields[3], CultureInfo.InvariantCulture);
                if (row.Fields[2] == "extra_data" && !isInside)
                {
                    var reader = new MessagePackReader(message);
                    MessagePackSerializer.Deserialize<object>(ref reader, options);
                    Assert.Equal(offset, reader.Consumed);
                    continue;
                }

                MessagePackSerializationException fault = Assert.Throws<MessagePackSerializationException>(
                    () => MessagePackSerializer.Deserialize<object>(message, options));
                Assert.True(
                    row.Fields[2] == fault.ErrorName && offset == fault.Offset && row.Fields[4] == fault.Path && fault.Lz4Offset == (isInside ? 0 : null),
                    $"{row}: {fault}, in the compressed message at {fault.Lz4Offset}");
            }

            rows++;
        }

        Assert.True(rows > 50);
        output.WriteLine($"vectors: dotnet: lz4/invalid: {rows} of {rows} rows");
    }
}
