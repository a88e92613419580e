using System.Diagnostics;
using System.Runtime.CompilerServices;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.AspNetCore.Tests;

/// <summary>Uses the Python package as a client of the same server.</summary>
public class PythonClientTests(Server server, ITestOutputHelper output) : IClassFixture<Server>
{
    [Theory]
    [InlineData("native")]
    [InlineData("pure")]
    public async Task PythonAndDotNetUnderstandEachOther(string backend)
    {
        string root = Root();
        string python = Path.Combine(root, ".venv", "bin", "python");
        if (!File.Exists(python))
        {
            if (backend == "native")
            {
                output.WriteLine("not run: the native Python client (no .venv; make build makes it)");
                return;
            }

            python = "python3";
        }

        var start = new ProcessStartInfo(python, [Path.Combine(root, "dotnet", "tests", "Hayapack.AspNetCore.Tests", "client.py"), server.Address, backend])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["HAYAPACK_PUREPYTHON"] = backend == "pure" ? "1" : "";
        if (python == "python3")
        {
            start.Environment["PYTHONPATH"] = Path.Combine(root, "python", "src");
        }

        Process? process = null;
        try
        {
            process = Process.Start(start)!;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            output.WriteLine("not run: the Python client (python3 was not found)");
            return;
        }

        using (process)
        {
            Task<string> errors = process.StandardError.ReadToEndAsync();
            string said = await process.StandardOutput.ReadToEndAsync();
            await process.WaitForExitAsync();
            Assert.True(process.ExitCode == 0, said + await errors);
            output.WriteLine("python client: " + said.Trim());
        }
    }

    private static string Root([CallerFilePath] string here = "")
    {
        string? folder = AppContext.BaseDirectory;
        while (folder is not null && !File.Exists(Path.Combine(folder, "vectors", "README.md")))
        {
            folder = Path.GetDirectoryName(folder);
        }

        return folder ?? throw new InvalidOperationException($"No repository above {AppContext.BaseDirectory} (built from {here}).");
    }
}
