using System.Diagnostics;
using System.Globalization;
using Hayapack.Fuzz;

// dotnet run -c Release --project dotnet/fuzz -- INPUTS [SEED]
// The same seed gives the same inputs. Stops with exit status 1 at the first input with contradicting results.
long inputs = args.Length > 0 ? long.Parse(args[0], CultureInfo.InvariantCulture) : 100_000;
ulong seed = args.Length > 1 ? ulong.Parse(args[1], CultureInfo.InvariantCulture) : 1;
var mutator = new Mutator(seed);
var clock = Stopwatch.StartNew();
long accepted = 0;
for (long i = 0; i < inputs; i++)
{
    byte[] input = mutator.Next();
    try
    {
        accepted += Differential.Check(input, mutator) ? 1 : 0;
    }
    catch (Exception exception)
    {
        Console.WriteLine($"input {i} of seed {seed}: {Convert.ToHexString(input)}");
        Console.WriteLine(exception);
        return 1;
    }

    if ((i + 1) % 100_000 == 0)
    {
        Console.WriteLine($"{i + 1} inputs, {accepted} valid, {clock.Elapsed.TotalSeconds:f0} s");
    }
}

Console.WriteLine($"{inputs} inputs, {accepted} of them valid messages, seed {seed}: no contradicting results");
return 0;
