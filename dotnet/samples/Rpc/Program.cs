// A server and a client of StreamJsonRpc in one program. One has this formatter, the other StreamJsonRpc's.
using System.Runtime.Serialization;
using Hayapack.StreamJsonRpc;
using Nerdbank.Streams;
using StreamJsonRpc;

(Stream one, Stream other) = FullDuplexStream.CreatePair();
using JsonRpc server = new(new LengthHeaderMessageHandler(other, other, new MessagePackFormatter()), new Desk());
using JsonRpc client = new(new LengthHeaderMessageHandler(one, one, new HayapackFormatter()));
server.StartListening();
client.StartListening();
Seat seat = await client.InvokeAsync<Seat>("Next", new Seat { Row = 7, Name = "window" });
Console.WriteLine($"{seat.Row} {seat.Name}");
await foreach (int row in await client.InvokeAsync<IAsyncEnumerable<int>>("Rows", 3))
{
    Console.WriteLine(row);
}

/// <summary>Both libraries know these attributes.</summary>
[DataContract]
public sealed class Seat
{
    [DataMember(Order = 0)]
    public int Row { get; set; }

    [DataMember(Order = 1)]
    public string? Name { get; set; }
}

public sealed class Desk
{
    public Seat Next(Seat seat) => new() { Row = seat.Row + 1, Name = seat.Name };

    public async IAsyncEnumerable<int> Rows(int count)
    {
        for (int row = 1; row <= count; row++)
        {
            await Task.Yield();
            yield return row;
        }
    }
}
