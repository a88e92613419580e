using System.Diagnostics;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.AspNetCore.Tests;

/// <summary>Uses curl as a client: what its users type.</summary>
public class CurlTests(NegotiationServer server, ITestOutputHelper output) : IClassFixture<NegotiationServer>
{
    [Theory]
    [InlineData("/items", "", "200 application/json; charset=utf-8 {\"name\":\"pen\",\"count\":3}")]
    [InlineData("/items", "-H Accept:application/msgpack", "200 application/msgpack \u0082¤Name£pen¥Count\u0003")]
    [InlineData("/plain", "-H Accept:application/json;q=0.1,application/x-msgpack;q=0.2", "200 application/x-msgpack \u0082¤Name£pen¥Count\u0003")]
    [InlineData("/items/null", "-H Accept:application/msgpack", "204  ")]
    [InlineData("/items/number", "-H Content-Type:application/msgpack --data-binary 7", "200 application/json; charset=utf-8 55")]
    public async Task CurlUnderstandsTheServer(string path, string arguments, string expected)
    {
        string[] words = [
            "--silent", "--max-time", "20", "--write-out", "\n%{http_code} %{content_type} ",
            .. arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries), server.Address + path];
        var start = new ProcessStartInfo("curl", words) { RedirectStandardOutput = true, StandardOutputEncoding = System.Text.Encoding.Latin1 };
        Process process;
        try
        {
            process = Process.Start(start)!;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            output.WriteLine("not run: curl (it was not found)");
            return;
        }

        using (process)
        {
            string said = await process.StandardOutput.ReadToEndAsync();
            await process.WaitForExitAsync();
            int end = said.LastIndexOf('\n');
            Assert.Equal((0, expected), (process.ExitCode, said[(end + 1)..] + said[..end]));
        }
    }
}
