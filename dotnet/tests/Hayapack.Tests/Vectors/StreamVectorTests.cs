using System.Buffers;
using System.Globalization;
using System.IO.Pipelines;
using Hayapack.Tests.Streams;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.Tests.Vectors;

/// <summary>The shared vectors of streams, read from a Stream and from a PipeReader.</summary>
public class StreamVectorTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData("boundaries")]
    [InlineData("errors")]
    public async Task Rows(string file)
    {
        int rows = 0;
        foreach (VectorFile.Row row in VectorFile.RowsOf($"stream/{file}.tsv"))
        {
            MessagePackLimits limits = VectorTests.Limits(row.Fields[4], out _);
            byte[][] pieces = Pieces(row.Bytes, row.Fields[2]);
            string[] expected = [.. Expected(row.Fields[3])];
            foreach (bool isPipe in new[] { false, true })
            {
                var stream = new PieceStream(pieces);
                using MessagePackStreamReader reader = isPipe
                    ? new MessagePackStreamReader(new PiecePipe(pieces), limits)
                    : new MessagePackStreamReader(stream, leaveOpen: true, limits);
                List<string> found = await Read(reader, limits);
                Assert.True(expected.SequenceEqual(found), $"{row}: {(isPipe ? "pipe" : "stream")}: {string.Join(' ', found)}");
            }

            rows++;
        }

        Assert.True(rows > 50);
        output.WriteLine($"vectors: dotnet: stream/{file}: {rows} of {rows} rows");
    }

    private static async Task<List<string>> Read(MessagePackStreamReader reader, MessagePackLimits limits)
    {
        var found = new List<string>();
        try
        {
            while (await reader.ReadAsync() is { } message)
            {
                found.Add(message.Length.ToString(CultureInfo.InvariantCulture));
                try
                {
                    MessagePackSerializer.Validate(message, limits);
                }
                catch (MessagePackSerializationException fault)
                {
                    found[^1] += $"!{fault.ErrorName}@{reader.MessageOffset + fault.Offset}";
                }
            }
        }
        catch (MessagePackSerializationException fault)
        {
            Assert.NotNull(fault.Path);
            found.Add(fault.ErrorName == "truncated" ? "?" : $"!{fault.ErrorName}@{fault.Offset}");
        }

        return found;
    }

    private static IEnumerable<string> Expected(string messages)
    {
        foreach (string item in messages == "-" ? [] : messages.Split(' '))
        {
            string[] parts = item.Split('*');
            for (int i = parts.Length == 2 ? int.Parse(parts[1], CultureInfo.InvariantCulture) : 1; i > 0; i--)
            {
                yield return parts[0];
            }
        }
    }

    private static byte[][] Pieces(byte[] bytes, string splits)
    {
        int[] places = splits switch
        {
            "-" => [],
            "each" => [.. Enumerable.Range(1, Math.Max(0, bytes.Length - 1))],
            _ when splits.StartsWith("every ", StringComparison.Ordinal) => Every(bytes.Length, int.Parse(splits.AsSpan(6), CultureInfo.InvariantCulture)),
            _ => [.. splits.Split(' ').Select(text => int.Parse(text, CultureInfo.InvariantCulture))],
        };
        int from = 0;
        return [.. places.Append(bytes.Length).Select(to => bytes[from..(from = to)])];
    }

    private static int[] Every(int length, int size) =>
        [.. Enumerable.Range(1, Math.Max(0, (length - 1) / size)).Select(i => i * size)];
}
