using System.Reflection;
using Xunit;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Hayapack.Tests;

/// <summary>
/// Runs the tests of this assembly in this process. The test runner starts a host by the machine's own <c>dotnet</c>, so it
/// cannot run what was published for another processor.
/// </summary>
internal sealed class InProcess : LongLivedMarshalByRefObject, IMessageSink, IDisposable
{
    internal const string Argument = "test";

    private readonly List<ITestCase> cases = [];
    private readonly ManualResetEventSlim finished = new();
    private int passed;
    private int failed;

    /// <summary>Returns the exit status. Each name is the beginning of the full names of tests that do not run.</summary>
    internal static int Run(string[] without)
    {
        using var sink = new InProcess();
        using var framework = new XunitTestFramework(sink);
        AssemblyName name = typeof(InProcess).Assembly.GetName();
        using ITestFrameworkDiscoverer discoverer = framework.GetDiscoverer(Reflector.Wrap(typeof(InProcess).Assembly));
        discoverer.Find(includeSourceInformation: false, sink, new Defaults());
        sink.finished.Wait();
        sink.finished.Reset();
        using ITestFrameworkExecutor executor = framework.GetExecutor(name);
        executor.RunTests(sink.cases.Where(one => !Array.Exists(without, one.DisplayName.StartsWith)), sink, new Defaults());
        sink.finished.Wait();
        Console.WriteLine(sink.failed == 0 ? $"{sink.passed} tests passed" : $"{sink.failed} tests failed, {sink.passed} passed");
        return sink.failed == 0 && sink.passed > 0 ? 0 : 1;
    }

    /// <summary>Called by several threads at once.</summary>
    public bool OnMessage(IMessageSinkMessage message)
    {
        switch (message)
        {
            case ITestCaseDiscoveryMessage found:
                lock (cases)
                {
                    cases.Add(found.TestCase);
                }

                break;
            case ITestPassed test:
                Interlocked.Increment(ref passed);
                foreach (string line in test.Output.Split('\n').Where(line => line.StartsWith("vectors: ", StringComparison.Ordinal)))
                {
                    Console.WriteLine(line);
                }

                break;
            case ITestFailed test:
                Failed(test.Test.DisplayName, test);
                break;
            // Of a test's clean-up, a class, a collection or the assembly.
            case IFailureInformation failure:
                Failed(message.GetType().Name, failure);
                break;
            case IDiscoveryCompleteMessage or ITestAssemblyFinished:
                finished.Set();
                break;
        }

        return true;
    }

    public void Dispose() => finished.Dispose();

    private void Failed(string name, IFailureInformation failure)
    {
        Interlocked.Increment(ref failed);
        Console.WriteLine($"  Failed {name}\n{ExceptionUtility.CombineMessages(failure)}\n{ExceptionUtility.CombineStackTraces(failure)}");
    }

    private sealed class Defaults : ITestFrameworkDiscoveryOptions, ITestFrameworkExecutionOptions
    {
        public TValue? GetValue<TValue>(string name) => default;

        public void SetValue<TValue>(string name, TValue value)
        {
        }
    }
}
