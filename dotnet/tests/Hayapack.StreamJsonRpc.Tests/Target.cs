using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using StreamJsonRpc;

namespace Hayapack.StreamJsonRpc.Tests;

/// <summary>Both libraries know these attributes: an array of two.</summary>
[DataContract]
public sealed class Person
{
    [DataMember(Order = 0)]
    public string? Name { get; set; }

    [DataMember(Order = 1)]
    public int Age { get; set; }
}

/// <summary>Both libraries know these attributes: a map.</summary>
[DataContract]
public sealed class Sizes
{
    [DataMember(Name = "width")]
    public int Width { get; set; }

    [DataMember(Name = "height")]
    public int Height { get; set; }
}

/// <summary>The methods of the server.</summary>
public sealed class Target
{
    internal event EventHandler? Waiting;

    public event EventHandler? Changed;

    internal TaskCompletionSource<string> Noted { get; } = new();

    public int Add(int first, int second) => first + second;

    public string Join(string separator, string[] parts, int? times = 2) =>
        string.Join(separator, Enumerable.Repeat(parts, times ?? 1).SelectMany(part => part));

    public Person? Older(Person? person, int years) => person is null ? null : new() { Name = person.Name, Age = person.Age + years };

    public object Anything(object value) => value;

    public void Note(string text) => Noted.SetResult(text);

    public void Change() => Changed?.Invoke(this, EventArgs.Empty);

    [JsonRpcMethod(UseSingleObjectParameterDeserialization = true)]
    public int Area(Sizes sizes) => sizes.Width * sizes.Height;

    public void Fail() => throw new InvalidOperationException("outer", new ArgumentException("inner"));

    public void FailWithData() => throw new LocalRpcException("with data") { ErrorCode = 17, ErrorData = new Person { Name = "data", Age = 3 } };

    public async Task WaitAsync(CancellationToken cancellation)
    {
        Waiting?.Invoke(this, EventArgs.Empty);
        await Task.Delay(Timeout.Infinite, cancellation);
    }

    public async Task<int> CountTo(int last, IProgress<Person> progress)
    {
        for (int i = 1; i <= last; i++)
        {
            progress.Report(new Person { Name = "step", Age = i });
            await Task.Yield();
        }

        return last;
    }

    public async IAsyncEnumerable<Person> Sequence(int count, [EnumeratorCancellation] CancellationToken cancellation)
    {
        for (int i = 0; i < count; i++)
        {
            await Task.Yield();
            cancellation.ThrowIfCancellationRequested();
            yield return new Person { Name = "item", Age = i };
        }
    }

    public ValueTask<IAsyncEnumerable<int>> Prefetched(int count) => Numbers(count).WithPrefetchAsync(2);

    public async Task<int> Sum(IAsyncEnumerable<int> numbers, CancellationToken cancellation)
    {
        int sum = 0;
        await foreach (int number in numbers.WithCancellation(cancellation))
        {
            sum += number;
        }

        return sum;
    }

    internal static async IAsyncEnumerable<int> Numbers(int count)
    {
        for (int i = 1; i <= count; i++)
        {
            await Task.Yield();
            yield return i;
        }
    }
}
