using System.Diagnostics;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.Caching.StackExchangeRedis;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.Caching.Tests;

/// <summary>A real redis-server, through StackExchange.Redis, with entries that Python and PHP read and write.</summary>
public class RedisTests(RedisServer server, ITestOutputHelper output) : IClassFixture<RedisServer>
{
    private static readonly Order Sample = new(7, "Zoë \U0001f600", [1.5, 2]);

    [Fact]
    public async Task HybridCacheKeepsItsValuesInRedis()
    {
        if (!IsRunning())
        {
            return;
        }

        using RedisCache cache = server.Cache();
        await Caches.Hybrid(cache).SetAsync("hybrid", Sample);
        Order read = await Caches.Existing<Order>(Caches.Hybrid(cache), "hybrid");
        Assert.Equal(Sample.Customer, read.Customer);

        HybridCache many = Caches.Hybrid(cache);
        await Task.WhenAll(Enumerable.Range(0, 500).Select(i => many.SetAsync($"order:{i}", Sample with { Id = i }).AsTask()));
        HybridCache other = Caches.Hybrid(cache);
        Order[] all = await Task.WhenAll(Enumerable.Range(0, 500).Select(i => Caches.Existing<Order>(other, $"order:{i}").AsTask()));
        Assert.Equal(Enumerable.Range(0, 500), all.Select(order => order.Id));
        output.WriteLine("redis: 501 values of HybridCache written and read by another cache");
    }

    [Fact]
    public async Task LargeEntriesAndExpiry()
    {
        if (!IsRunning())
        {
            return;
        }

        using RedisCache cache = server.Cache();
        int[] large = [.. Enumerable.Range(0, 300_000)];
        cache.SetMessagePack("large", large);
        Assert.Equal(large, await cache.GetMessagePackAsync<int[]>("large"));
        await cache.SetMessagePackAsync("short", 1, new() { AbsoluteExpirationRelativeToNow = TimeSpan.FromMilliseconds(1) });
        await Task.Delay(50);
        Assert.Equal((false, 0), await cache.TryGetMessagePackAsync<int>("short"));
    }

    [Theory]
    [InlineData("python")]
    [InlineData("php")]
    public async Task OtherLanguagesReadAndWriteEntries(string language)
    {
        if (!IsRunning() || Client(language) is not { } start)
        {
            return;
        }

        using RedisCache cache = server.Cache();
        cache.SetMessagePack("from-dotnet", Sample);
        await Caches.Hybrid(cache).SetAsync("hybrid-from-dotnet", Sample);
        start.ArgumentList.Add($"{server.Port}");
        start.RedirectStandardOutput = start.RedirectStandardError = true;
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string said = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.True(process.ExitCode == 0, said + await errors);
        Order? answer = cache.GetMessagePack<Order>("from-" + language);
        Assert.Equal((8, "Zoë \U0001f600"), (answer!.Id, answer.Customer));
        output.WriteLine($"redis: {language}: {said.Trim()}");
    }

    private bool IsRunning()
    {
        if (server.Port == 0)
        {
            output.WriteLine("not run: redis (redis-server was not found)");
        }

        return server.Port != 0;
    }

    /// <summary>How to start a client; null, with a line that says why, if it can't be started here.</summary>
    private ProcessStartInfo? Client(string language)
    {
        string root = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(root, "vectors", "README.md")))
        {
            root = Path.GetDirectoryName(root) ?? throw new InvalidOperationException("no repository above " + AppContext.BaseDirectory);
        }

        string clients = Path.Combine(root, "dotnet", "tests", "Hayapack.Caching.Tests");
        if (language == "python")
        {
            string python = Path.Combine(root, ".venv", "bin", "python");
            ProcessStartInfo start = new(File.Exists(python) ? python : "python3", [Path.Combine(clients, "client.py")]);
            if (!File.Exists(python))
            {
                start.Environment["PYTHONPATH"] = Path.Combine(root, "python", "src");
                start.Environment["HAYAPACK_PUREPYTHON"] = "1";
            }

            return Found(start);
        }

        string module = Path.Combine(root, "build", "php", "php", "modules", "msgpack.so");
        if (!File.Exists(module))
        {
            output.WriteLine("not run: PHP reading from redis (the module is not built)");
            return null;
        }

        return Found(new("php", ["-n", "-d", "extension=" + module, Path.Combine(clients, "client.php")]));
    }

    private ProcessStartInfo? Found(ProcessStartInfo start)
    {
        string[] folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':');
        if (folders.Any(folder => File.Exists(Path.Combine(folder, start.FileName))))
        {
            return start;
        }

        output.WriteLine($"not run: a client of redis ({start.FileName} was not found)");
        return null;
    }
}
