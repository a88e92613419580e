using System.Diagnostics;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.Tests;

/// <summary>No value and no input overflows the stack, which would end the process.</summary>
public class NestingTests(ITestOutputHelper output)
{
    [Fact]
    [Trait("Tier", "long")]
    public async Task EveryFormatterInItselfIsTooDeep()
    {
        string assembly = typeof(NestingTests).Assembly.Location;
        string own = Environment.ProcessPath!;
        // Published as a program, this process is the assembly's own.
        bool program = Path.GetFileName(own) == Path.GetFileNameWithoutExtension(assembly);
        var start = new ProcessStartInfo(program || own.EndsWith("dotnet", StringComparison.Ordinal) ? own : "dotnet")
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        if (!program)
        {
            start.ArgumentList.Add(assembly);
        }

        start.ArgumentList.Add(NestingChild.Argument);
        using Process child = Process.Start(start)!;
        Task<string> errors = child.StandardError.ReadToEndAsync();
        string[] lines = (await child.StandardOutput.ReadToEndAsync()).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        await child.WaitForExitAsync();
        string last = lines.LastOrDefault() ?? "";
        Assert.True(child.ExitCode == 0, $"exit status {child.ExitCode} after {last}: {string.Join('\n', lines.Where(line => line.StartsWith("failed", StringComparison.Ordinal)))}{(await errors).Split('\n')[0]}");
        output.WriteLine($"{lines.Length} nested formatters and conversions");
        Assert.InRange(lines.Length, 100, 1000);
    }

    [Fact]
    public void ALazyThatContainsItselfIsTooDeep()
    {
        Lazy<object>? lazy = null;
        lazy = new Lazy<object>(() => lazy!);
        AdvisoryTests.OnSmallStack(() => Assert.Equal(
            "too_deep", Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(lazy)).ErrorName));
        AdvisoryTests.OnSmallStack(() => Assert.Equal(
            "too_deep", Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Typeless.Serialize(lazy)).ErrorName));
    }

    [Fact]
    public void ALazyIsOneLevel()
    {
        MessagePackSerializerOptions two = MessagePackSerializerOptions.Standard.WithSecurity(MessagePackSecurity.UntrustedData.WithMaximumObjectGraphDepth(2));
        var value = new Lazy<string[][]>(() => [["a"]]);
        Assert.Equal("too_deep", Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(value, two)).ErrorName);
        Assert.Equal("too_deep", Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<Lazy<string[][]>>(Convert.FromHexString("9191a161"), two)).ErrorName);
        Assert.Equal(["a"], MessagePackSerializer.Deserialize<Lazy<string[]>>(Convert.FromHexString("91a161"), two).Value);
        Assert.Equal("91A161", Convert.ToHexString(MessagePackSerializer.Serialize(new Lazy<string[]>(() => ["a"]), two)));
    }
}
