using System.Text.Json.Serialization;
using Hayapack;
using Hayapack.Resolvers;
using Xunit;

namespace Cases;

/// <summary>Classes with members of longer types of their definition without end: what is found out about them stops, values are finite.</summary>
public sealed class EndlessTypeTests
{
    [Theory]
    [InlineData(typeof(Chain<int>))]
    [InlineData(typeof(Fork<int>))]
    [InlineData(typeof(Holder))]
    public void TheyCanBeSerialized(Type type)
    {
        Assert.True(StandardResolver.Instance.CanSerialize(type));
        Assert.True(ContractlessStandardResolver.Instance.CanSerialize(type));
        Assert.True(StandardResolver.Instance.CanWrite(type));
    }

    [Fact]
    public void ATypeWithoutFormatterIsFoundInOne()
    {
        Assert.False(StandardResolver.Instance.CanSerialize(typeof(Chain<Unknown>)));
        Assert.True(ContractlessStandardResolver.Instance.CanSerialize(typeof(Chain<Unknown>)));
    }

    [Fact]
    public void ValuesAreWrittenAndRead()
    {
        foreach (MessagePackSerializerOptions options in (MessagePackSerializerOptions[])[
            MessagePackSerializerOptions.Standard, ContractlessStandardResolver.Options, MessagePackSerializerOptions.Standard.WithReferenceHandler(ReferenceHandler.Preserve)])
        {
            var value = new Holder { Chain = new() { Value = 1, Next = new() { Value = [2], Next = new() { Value = [[3]] } } } };
            byte[] bytes = MessagePackSerializer.Serialize(value, options);
            Assert.Equal(3, MessagePackSerializer.Deserialize<Holder>(bytes, options).Chain!.Next!.Next!.Value![0][0]);
        }
    }

    [Theory]
    [InlineData(64)]
    [InlineData(500)]
    public void AMessageCannotMakeTypesWithoutEnd(int depth)
    {
        MessagePackSecurity security = depth == 64 ? MessagePackSecurity.UntrustedData : MessagePackSecurity.TrustedData;
        byte[] bytes = [.. Enumerable.Repeat<byte[]>([0x81, 0xa4, .. "Next"u8], 1000).SelectMany(part => part)];
        var error = Assert.Throws<MessagePackSerializationException>(() =>
            MessagePackSerializer.Deserialize<Chain<int>>(bytes, MessagePackSerializerOptions.Standard.WithSecurity(security)));
        Assert.Equal((MessagePackErrorNames.TooDeep, 6L * depth), (error.ErrorName, error.Offset));
    }

    [MessagePackObject(true)]
    public sealed class Chain<T>
    {
        public T? Value { get; set; }

        public Chain<List<T>>? Next { get; set; }
    }

    [MessagePackObject(true)]
    public sealed class Fork<T>
    {
        public Fork<List<T>>? A { get; set; }

        public Fork<T[]>? B { get; set; }
    }

    [MessagePackObject(true)]
    public sealed class Holder
    {
        public Chain<int>? Chain { get; set; }
    }

    public sealed class Unknown
    {
        public int Id { get; set; }
    }
}
