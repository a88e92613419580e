// The matrix's worker for .NET; ../README.md describes its protocol.
using System.Globalization;
using System.Reflection;
using System.Text;
using Hayapack;
using Matrix;

using var input = new BufferedStream(Console.OpenStandardInput());
using var output = new BufferedStream(Console.OpenStandardOutput());

string version = typeof(MessagePackSerializer).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;
Send(Encoding.UTF8.GetBytes($"hayapack {version.Split('+')[0]}, .NET {Environment.Version}\n"));
while (Line() is { } line)
{
    string[] words = line.Split(' ');
    var payload = new byte[int.Parse(words[2], CultureInfo.InvariantCulture)];
    input.ReadExactly(payload);
    string how = "ok";
    byte[] result = [];

    // Values can be 1024 levels deep, and tokens are parsed recursively, so the thread needs a large stack.
    var work = new Thread(() => (how, result) = Answer(words[0], words[1], payload), 256 * 1024 * 1024);
    work.Start();
    work.Join();
    Send(Encoding.ASCII.GetBytes($"{how} {result.Length}\n"));
    Send(result);
}

string? Line()
{
    var text = new StringBuilder();
    for (int next = input.ReadByte(); next >= 0; next = input.ReadByte())
    {
        if (next == '\n')
        {
            return text.ToString();
        }

        text.Append((char)next);
    }

    return null;
}

void Send(byte[] bytes)
{
    output.Write(bytes);
    output.Flush();
}

static (string How, byte[] Result) Answer(string what, string option, byte[] payload)
{
    try
    {
        return ("ok", what == "write"
            ? Values.Write(Encoding.ASCII.GetString(payload), option)
            : Encoding.ASCII.GetBytes(Values.Read(payload, option)));
    }
    catch (MessagePackSerializationException error)
    {
        return ("no", Encoding.UTF8.GetBytes(error.InnerException is NotSupportedException inner ? inner.Message : error.ErrorName ?? error.Message));
    }
    catch (NotSupportedException error)
    {
        return ("no", Encoding.UTF8.GetBytes(error.Message));
    }
}
