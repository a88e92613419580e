using System.Buffers;
using System.Globalization;
using Hayapack;
using Xunit;
using Xunit.Abstractions;

namespace Cases;

/// <summary>
/// Properties of all values of all types, tested on random values. HAYAPACK_SEED=N repeats a run; HAYAPACK_COUNT=N sets
/// the number of values.
/// </summary>
public sealed class PropertyTests(ITestOutputHelper output)
{
    private static readonly int Seed = Number("HAYAPACK_SEED", Environment.TickCount & 0xffff);
    private static readonly int Count = Number("HAYAPACK_COUNT", 12);

    [Fact]
    public void ValuesComeBackInAnyNumberOfSegments() => Check(new Segments());

    [Fact]
    public void SmallBuffersHoldTheSameBytes() => Check(new SmallBuffers());

    [Fact]
    public void EveryTruncationIsAnErrorWithAName() => Check(new Truncations());

    [Fact]
    public void ChangedBytesGiveAValueOrAnErrorWithAName() => Check(new ChangedBytes());

    [Fact]
    public void AllErrorsBeginWithTheFirst() => Check(new AllErrors());

    private static int Number(string name, int otherwise) =>
        Environment.GetEnvironmentVariable(name) is { Length: > 0 } text ? int.Parse(text, CultureInfo.InvariantCulture) : otherwise;

    private void Check(Property property)
    {
        foreach (var item in AllCases.Make())
        {
            item.Visit(property);
        }

        output.WriteLine($"seed {Seed}: {property.Checks} checks, {property.Failures.Count} failed");
        Assert.True(property.Failures.Count == 0, $"HAYAPACK_SEED={Seed}\n" + string.Join('\n', property.Failures.Take(12)));
    }

    private abstract class Property : ICaseVisitor
    {
        public List<string> Failures { get; } = [];

        public long Checks { get; protected set; }

        protected MessagePackSerializerOptions Options { get; private set; } = MessagePackSerializerOptions.Standard;

        protected MessagePackSerializerOptions Writing { get; private set; } = MessagePackSerializerOptions.Standard;

        public void Visit<T>(Case<T> item)
        {
            if (Forms.IsNotRead(item.Name))
            {
                return;
            }

            Options = Forms.Reading(item.Form);
            Writing = Forms.Writing(item.Form);
            var maker = new Maker(Seed);
            for (var i = 0; i < Count; i++)
            {
                var value = item.Make(maker);
                try
                {
                    Try(value, MessagePackSerializer.Serialize(value, Writing), maker);
                }
                catch (Exception error) when (error is not OutOfMemoryException)
                {
                    Failures.Add($"{item.Name}, {Show.Text(value)}: {error.GetType().Name}: {error.Message}");
                    return;
                }
            }
        }

        protected abstract void Try<T>(T value, byte[] bytes, Maker maker);

        /// <summary>
        /// Reads bytes that might be malformed. The result must be a value or a MessagePackSerializationException whose offset is
        /// within the bytes.
        /// </summary>
        protected bool Reads<T>(byte[] bytes)
        {
            try
            {
                MessagePackSerializer.Deserialize<T>(bytes, Options);
                return true;
            }
            catch (MessagePackSerializationException error)
            {
                if (string.IsNullOrEmpty(error.ErrorName) || error.Offset < -1 || error.Offset > bytes.Length)
                {
                    throw new InvalidOperationException($"error {error.ErrorName} at {error.Offset} of {Convert.ToHexStringLower(bytes)}: {error.Message}", error);
                }

                return false;
            }
        }
    }

    private sealed class Segments : Property
    {
        protected override void Try<T>(T value, byte[] bytes, Maker maker)
        {
            var whole = Show.Text(MessagePackSerializer.Deserialize<T>(bytes, Options));
            Span<int> cuts = stackalloc int[maker.Below(8)];
            foreach (ref var cut in cuts)
            {
                cut = maker.Below(bytes.Length + 1);
            }

            cuts.Sort();
            var parts = Show.Text(MessagePackSerializer.Deserialize<T>(Pieces.Of(bytes, cuts), Options));
            Checks++;
            if (parts != whole)
            {
                Failures.Add($"cut at {string.Join(", ", cuts.ToArray())}: {parts}, not {whole}, of {Convert.ToHexStringLower(bytes)}");
            }
        }
    }

    private sealed class SmallBuffers : Property
    {
        protected override void Try<T>(T value, byte[] bytes, Maker maker)
        {
            var writer = new SmallBufferWriter(1 + maker.Below(40));
            MessagePackSerializer.Serialize(writer, value, Writing);
            Checks++;
            if (!writer.Written.AsSpan().SequenceEqual(bytes))
            {
                Failures.Add($"{Show.Text(value)}: {Convert.ToHexStringLower(writer.Written)}, not {Convert.ToHexStringLower(bytes)}");
            }
        }
    }

    private sealed class Truncations : Property
    {
        private const int Tried = 40;

        protected override void Try<T>(T value, byte[] bytes, Maker maker)
        {
            for (var i = 0; i < Math.Min(Tried, bytes.Length); i++)
            {
                var length = bytes.Length <= Tried ? i : maker.Below(bytes.Length);
                Checks++;
                if (Reads<T>(bytes[..length]))
                {
                    Failures.Add($"the first {length} bytes of {Convert.ToHexStringLower(bytes)} were read as {typeof(T)}");
                }
            }
        }
    }

    private sealed class ChangedBytes : Property
    {
        private static readonly byte[] Leads = [0xc0, 0xc1, 0xc6, 0xc9, 0xcf, 0xd3, 0xd6, 0xdb, 0xdd, 0xdf, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xff, 0x00];

        protected override void Try<T>(T value, byte[] bytes, Maker maker)
        {
            for (var i = 0; i < 20; i++)
            {
                Checks++;
                Reads<T>(Change(bytes, maker));
            }
        }

        internal static byte[] Change(byte[] bytes, Maker maker)
        {
            var changed = (byte[])bytes.Clone();
            for (var left = 1 + maker.Below(3); left > 0; left--)
            {
                changed[maker.Below(changed.Length)] = maker.Bool() ? Leads[maker.Below(Leads.Length)] : (byte)maker.Below(256);
            }

            return changed;
        }
    }

    /// <summary>With an error limit, the same messages are refused, with the same first error, and no other is listed twice.</summary>
    private sealed class AllErrors : Property
    {
        private const int Limit = 4;

        protected override void Try<T>(T value, byte[] bytes, Maker maker)
        {
            for (var i = 0; i < 10; i++)
            {
                var changed = ChangedBytes.Change(bytes, maker);
                Checks++;
                var first = Error<T>(changed, Options);
                var all = Error<T>(changed, Options.WithErrorLimit(Limit));
                if (Text(first) != Text(all))
                {
                    throw new InvalidOperationException($"{Text(first)} alone, {Text(all)} as the first of {Convert.ToHexStringLower(changed)}");
                }

                var texts = all?.Errors.Select(Text).ToArray() ?? [];
                var offsets = all?.Errors.Select(error => error.Offset).ToArray() ?? [];
                if (texts.Length > Limit || texts.Any(text => text.EndsWith(' ')) || offsets.Any(offset => offset < 0 || offset > changed.Length)
                    || (texts.Distinct().Count() < texts.Length && !texts.Any(text => text.StartsWith(MessagePackErrorNames.MissingMember, StringComparison.Ordinal))))
                {
                    throw new InvalidOperationException($"{string.Join(", ", texts)} of {Convert.ToHexStringLower(changed)}");
                }
            }
        }

        private static string Text(MessagePackSerializationException? error) => error is null ? "" : $"{error.ErrorName} {error.Offset} {error.Path}";

        private static MessagePackSerializationException? Error<T>(byte[] bytes, MessagePackSerializerOptions options)
        {
            try
            {
                MessagePackSerializer.Deserialize<T>(bytes, options);
                return null;
            }
            catch (MessagePackSerializationException error)
            {
                return error;
            }
        }
    }
}
