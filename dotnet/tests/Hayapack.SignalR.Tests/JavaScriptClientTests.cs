using System.Diagnostics;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.SignalR.Tests;

/// <summary>The official JavaScript client and its MessagePack protocol, under node, against a server with ours.</summary>
[Collection("Cancelled")] // TestHub.Cancelled is one for all connections
public class JavaScriptClientTests(ITestOutputHelper output)
{
    [Fact]
    public async Task TheJavaScriptClientUnderstandsTheServer()
    {
        string root = Root();
        string packages = Path.Combine(root, "build", "signalr-js");
        if (!Directory.Exists(Path.Combine(packages, "node_modules", "@microsoft", "signalr-protocol-msgpack")))
        {
            output.WriteLine("not run: the JavaScript client (no build/signalr-js; make test STEPS=dotnet/signalr makes it)");
            return;
        }

        await using TestServer server = await TestServer.StartAsync(
            ours: true, options => options.AddReceivedMethods<TestHub>().AddSentMethods<ITestClient>());
        TestHub.Cancelled = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var start = new ProcessStartInfo(
            "node", [Path.Combine(root, "dotnet", "tests", "Hayapack.SignalR.Tests", "client.js"), server.Url, packages])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string said = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.True(process.ExitCode == 0, said + await errors);
        await TestHub.Cancelled.Task.WaitAsync(TimeSpan.FromSeconds(20));
        output.WriteLine("javascript client: " + said.Trim());
    }

    private static string Root()
    {
        string? folder = AppContext.BaseDirectory;
        while (folder is not null && !File.Exists(Path.Combine(folder, "vectors", "README.md")))
        {
            folder = Path.GetDirectoryName(folder);
        }

        return folder ?? throw new InvalidOperationException($"No repository above {AppContext.BaseDirectory}.");
    }
}
