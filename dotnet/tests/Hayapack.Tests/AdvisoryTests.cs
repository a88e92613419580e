using System.Buffers;
using System.Dynamic;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.Tests;

/// <summary>
/// Tests for the security advisories of MessagePack-CSharp and Nerdbank.MessagePack that concern features of this library,
/// named by advisory id.
/// </summary>
public class AdvisoryTests(ITestOutputHelper output)
{
    [Union(0, typeof(Branch))]
    public interface ITree;

    [MessagePackObject]
    public class Branch : ITree
    {
        [Key(0)]
        public ITree? Inner { get; set; }
    }

    [Fact]
    public void ListsWhatDoesNotConcernThisLibrary() =>
        output.WriteLine("advisories: GHSA-w567-gjr2-hm5j does not concern this library: it has no formatter for Unity's blit ext");

    [Fact]
    public void GHSA_hv8m_jj95_wg3x_LiteralsBeyondTheBlock()
    {
        // A token that announces 15 + 255 * 1024 literals and more, without any of them.
        byte[] block = [0xf0, .. Enumerable.Repeat((byte)0xff, 1024)];
        const int declared = 15 + (255 * 1024) + 16;
        byte[] size = [0xd2, 0, declared >> 16, (declared >> 8) & 0xff, declared & 0xff];
        int length = size.Length + block.Length;
        byte[] bytes = [0xc8, (byte)(length >> 8), (byte)length, 99, .. size, .. block];
        MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4Block);
        Fault(() => MessagePackSerializer.Deserialize<object>(bytes, options), "invalid_lz4", 0, 1_000_000);
    }

    [Fact]
    public void GHSA_v72x_2h86_7f8m_SizesOverTheLimit()
    {
        byte[] bytes = Convert.FromHexString("C70A63CE7FFFFFFF1061616161");
        MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray);
        Fault(() => MessagePackSerializer.Deserialize<object>(bytes, options), "lz4_limit", 0, 100_000);
    }

    [Fact]
    public void GHSA_382j_8mxh_c7x2_TimestampOfDeclaredMegabytes() =>
        Fault<DateTime>("C900100000FF", "truncated", 0, allocates: 100_000);

    [Fact]
    public void GHSA_382j_8mxh_c7x2_TimestampOfMegabytes()
    {
        byte[] bytes = [0xc9, 0, 0x10, 0, 0, 0xff, .. new byte[0x100000]];
        Fault<DateTime>(Convert.ToHexString(bytes), "invalid_timestamp", 0, allocates: 100_000);
        ReadOnlySequence<byte> segments = Segments.Each(bytes, 4096);
        Fault(() => MessagePackSerializer.Deserialize<DateTime>(segments), "invalid_timestamp", 0, 100_000);
    }

    [Theory]
    [InlineData("91")]
    [InlineData("81C0")]
    public void GHSA_vh6j_jc39_fggf_SkipIsIterative(string level)
    {
        byte[] bytes = [.. Enumerable.Repeat(Convert.FromHexString(level), 100_000).SelectMany(part => part), 0xc0];
        OnSmallStack(() =>
        {
            var reader = new MessagePackReader(bytes);
            try
            {
                reader.Skip();
                Assert.Fail("The depth limit was not kept.");
            }
            catch (MessagePackSerializationException fault)
            {
                Assert.Equal("too_deep", fault.ErrorName);
            }
        });
        Assert.Equal("too_deep", Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<object>(bytes)).ErrorName);
    }

    [Fact]
    public void GHSA_cxmj_83gh_fp49_DimensionsAreHeldAgainstTheElements()
    {
        Fault<int[,]>("93CE000007D0CE000007D090", "invalid_value", 0, 100_000);
        Fault<int[,]>("93FFFF9101", "invalid_value", 0, 100_000);
        Fault<int[,,]>("94CE7FFFFFFFCE7FFFFFFFCE7FFFFFFF9101", "invalid_value", 0, 100_000);
        Fault<int[,,,]>("95CE00010000CE00010000CE00010000CE0001000090", "invalid_value", 0, 100_000);
        Assert.Empty(MessagePackSerializer.Deserialize<int[,]>(Convert.FromHexString("9300CE000F424090")));
    }

    [Fact]
    public void GHSA_wfr3_xj75_pfwh_UnionsCountForTheDepth()
    {
        byte[] nested = [.. Enumerable.Repeat(new byte[] { 0x92, 0, 0x91 }, 10_000).SelectMany(part => part), 0xc0];
        OnSmallStack(() => Fault(() => MessagePackSerializer.Deserialize<ITree>(nested), "too_deep", 96, 1_000_000));

        // The value of an unknown union key is skipped, with the same depth limit.
        byte[] unknown = [0x92, 7, .. Enumerable.Repeat((byte)0x91, 10_000), 0xc0];
        Fault(() => MessagePackSerializer.Deserialize<ITree>(unknown), "too_deep", 65, 1_000_000);
    }

    [Fact]
    public void GHSA_2x83_8g95_xh59_ExpandoObjectsHaveFewMembers()
    {
        byte[] bytes = [0xde, 0x04, 0x01, .. Enumerable.Range(0, 1025).SelectMany(i => new byte[] { 0xa2, (byte)('0' + (i / 64)), (byte)(i % 64), 0xc0 })];
        Fault(() => MessagePackSerializer.Deserialize<ExpandoObject>(bytes), "map_limit", 0, 1_000_000);
        MessagePackSerializerOptions trusted = MessagePackSerializerOptions.Standard.WithSecurity(MessagePackSecurity.TrustedData);
        Assert.Equal(1025, MessagePackSerializer.Deserialize<ExpandoObject>(bytes, trusted).Count());
    }

    [Fact]
    public void GHSA_q2h6_ghwm_5qm8_LookupsResistCollisions() => Spread(MessagePackSecurity.UntrustedData.GetEqualityComparer<long>());

    [Fact]
    public void GHSA_7q36_4xx7_xcxf_DictionariesResistCollisions()
    {
        Spread(MessagePackSecurity.UntrustedData.GetEqualityComparer<object>());
        IEqualityComparer<double> doubles = MessagePackSecurity.UntrustedData.GetEqualityComparer<double>();
        Assert.Equal(doubles.GetHashCode(0.0), doubles.GetHashCode(-0.0));
        Assert.Equal(doubles.GetHashCode(double.NaN), doubles.GetHashCode(BitConverter.UInt64BitsToDouble(0x7ff8000000000001)));
        IEqualityComparer<decimal> decimals = MessagePackSecurity.UntrustedData.GetEqualityComparer<decimal>();
        Assert.Equal(decimals.GetHashCode(1.0m), decimals.GetHashCode(1.00m));
    }

    [Fact]
    public void GHSA_7q36_4xx7_xcxf_KeysOfUnknownTypesAreRefused()
    {
        byte[] bytes = MessagePackSerializer.Serialize(new Dictionary<(int, int), int> { [(1, 2)] = 3 });
        Fault(() => MessagePackSerializer.Deserialize<Dictionary<(int, int), int>>(bytes), "invalid_key", null, 1_000_000);
        MessagePackSerializerOptions trusted = MessagePackSerializerOptions.Standard.WithSecurity(MessagePackSecurity.TrustedData);
        Assert.Equal(3, MessagePackSerializer.Deserialize<Dictionary<(int, int), int>>(bytes, trusted)[(1, 2)]);
    }

    [Fact]
    public void GHSA_4qm4_8hg2_g2xm_DepthIsLimited()
    {
        byte[] bytes = [.. Enumerable.Repeat((byte)0x91, 100_000), 0xc0];
        OnSmallStack(() => Fault(() => MessagePackSerializer.Deserialize<object>(bytes), "too_deep", 64, 1_000_000));

        // Without a depth limit, the thread's stack is the limit.
        MessagePackSerializerOptions lifted = MessagePackSerializerOptions.Standard.WithSecurity(
            MessagePackSecurity.UntrustedData.WithMaximumObjectGraphDepth(int.MaxValue));
        byte[] nested = [.. Enumerable.Repeat(new byte[] { 0x92, 0, 0x91 }, 100_000).SelectMany(part => part), 0xc0];
        OnSmallStack(() => Fault(() => MessagePackSerializer.Deserialize<ITree>(nested, lifted), "too_deep", null, 1_000_000_000));
    }

    [Fact]
    public void GHSA_qjvr_435c_5fjh_CountsAllocateNothing()
    {
        Fault<object>("DD7FFFFFFF", "truncated", 0, 100_000);
        Fault<int[]>("DDFFFFFFFF01", "truncated", 0, 100_000);
        Fault<List<string>>("DDFFFFFFFF01", "truncated", 0, 100_000);
        Fault<string>("DBFFFFFFFF61", "truncated", 0, 100_000);
        Fault<byte[]>("C6FFFFFFFF61", "truncated", 0, 100_000);

        // Nested containers, each with a declared count that the remaining bytes allow only once.
        byte[] bytes = [.. Enumerable.Repeat(new byte[] { 0xdd, 0, 1, 0x86, 0xa0 }, 60).SelectMany(part => part), .. new byte[100_000]];
        Fault(() => MessagePackSerializer.Deserialize<object>(bytes), "truncated", 5, 2_000_000);
        Fault(() => MessagePackSerializer.Deserialize<List<List<List<List<object>>>>>(bytes), "truncated", 5, 2_000_000);
    }

    [Fact]
    public void NoId_MapOfDeclaredBillions()
    {
        Fault<object>("DF40000000", "truncated", 0, 100_000);
        Fault<Dictionary<string, int>>("DF40000000", "truncated", 0, 100_000);
        Fault<ExpandoObject>("DF40000000", "truncated", 0, 100_000);
    }

    [Fact]
    public void NoId_TypesAreNotLookedUp()
    {
        byte[] bytes = MessagePackSerializer.Serialize(typeof(Uri));
        Fault(() => MessagePackSerializer.Deserialize<Type>(bytes), "unsupported_type", 0, 1_000_000);
    }

    internal static void OnSmallStack(Action action)
    {
        Exception? thrown = null;
        var thread = new Thread(
            () =>
            {
                try
                {
                    action();
                }
                catch (Exception exception)
                {
                    thrown = exception;
                }
            },
            512 * 1024);
        thread.Start();
        thread.Join();
        Assert.Null(thrown);
    }

    private static void Spread<T>(IEqualityComparer<T> comparer)
    {
        // .NET's default hash code of all these values is 0.
        var hashes = Enumerable.Range(0, 10_000).Select(i => comparer.GetHashCode((T)(object)(((long)i << 32) | (uint)i))).ToHashSet();
        Assert.Equal(0, (((long)77 << 32) | 77u).GetHashCode());
        Assert.True(hashes.Count > 9_900);
    }

    private static void Fault<T>(string hex, string name, long? offset, long allocates)
    {
        byte[] bytes = Convert.FromHexString(hex);
        Fault(() => MessagePackSerializer.Deserialize<T>(bytes), name, offset, allocates);
    }

    private static void Fault(Func<object?> read, string name, long? offset, long allocates)
    {
        // The first call allocates what is allocated only once: formatters, stack traces.
        Assert.Throws<MessagePackSerializationException>(read);
        long before = GC.GetAllocatedBytesForCurrentThread();
        var fault = Assert.Throws<MessagePackSerializationException>(read);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, allocates);
        Assert.Equal(name, fault.ErrorName);
        Assert.Equal(offset ?? fault.Offset, fault.Offset);
        Assert.StartsWith("$", fault.Path, StringComparison.Ordinal);
    }
}
