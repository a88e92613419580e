using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Microsoft.Extensions.Caching.StackExchangeRedis;

namespace Hayapack.Caching.Tests;

/// <summary>A redis-server on a free port of 127.0.0.1, without files; <see cref="Port"/> is 0 if the program is not installed.</summary>
public sealed class RedisServer : IDisposable
{
    private readonly Process? process;

    public RedisServer()
    {
        using (var listener = new TcpListener(IPAddress.Loopback, 0))
        {
            listener.Start();
            Port = ((IPEndPoint)listener.LocalEndpoint).Port;
        }

        try
        {
            process = Process.Start(new ProcessStartInfo(
                "redis-server", ["--port", $"{Port}", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", Path.GetTempPath()])
            {
                RedirectStandardOutput = true,
            })!;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            Port = 0;
            return;
        }

        string? line;
        do
        {
            line = process.StandardOutput.ReadLine() ?? throw new InvalidOperationException("redis-server ended");
        }
        while (!line.Contains("eady to accept connections", StringComparison.Ordinal));

        _ = process.StandardOutput.ReadToEndAsync();
    }

    public int Port { get; }

    public RedisCache Cache() => new(new RedisCacheOptions { Configuration = $"127.0.0.1:{Port}" });

    public void Dispose()
    {
        process?.Kill();
        process?.Dispose();
    }
}
