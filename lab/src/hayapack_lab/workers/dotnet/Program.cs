// Measures one .NET codec in a separate process. The protocol, lines of JSON, is that of worker.py.
//
//     hayapack-lab-worker CODEC
//     hayapack-lab-worker workloads             prints the workloads of bench/ as JSON
//     hayapack-lab-worker "first call" CODEC    prints the nanoseconds of the first write and read
//
// Console output is redirected to standard error, so that a codec's output cannot break the protocol.
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using Hayapack.Lab;

#if BENCH
switch (args)
{
    case ["workloads"]:
        Console.WriteLine(Bench.Workloads.List().ToJsonString());
        return;
    case [Bench.FirstCall.Name, var codec]:
        Console.WriteLine(Bench.FirstCall.Measure(codec).ToString("F0", CultureInfo.InvariantCulture));
        return;
}
#endif

const int ErrorShown = 500; // characters of an error
using var answers = new StreamWriter(Console.OpenStandardOutput());
Console.SetOut(Console.Error);

string name = args[0];
Worker? worker = null;
while (Console.In.ReadLine() is { } line)
{
    answers.Write(Reply(line) + "\n");
    answers.Flush();
}

string Reply(string line) => Answer(JsonNode.Parse(line)!.AsObject()).ToJsonString();

JsonObject Answer(JsonObject command)
{
    try
    {
        worker ??= new Worker(name, Reply);
        return (string?)command["do"] switch
        {
            "hello" => worker.Hello(),
            "use" => worker.Use(command["source"]!.AsObject()),
            "sample" => worker.Sample((string)command["what"]!, (long)command["at_least"]!),
            "release" => worker.Release(),
            "compress" => [],
            var other => Error($"no command {other}", "bug"),
        };
    }
    catch (MissingException error)
    {
        return Error(error.Message, "missing");
    }
    catch (Exception error)
    {
        string text = $"{worker?.Doing}: {error.GetType().Name}: {(error.InnerException ?? error).Message}";
        return Error(text[..Math.Min(text.Length, ErrorShown)], "failed");
    }
}

static JsonObject Error(string text, string kind) => new() { ["error"] = text, ["kind"] = kind };
