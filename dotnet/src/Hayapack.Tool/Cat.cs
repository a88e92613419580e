namespace Hayapack.Tool;

/// <summary>haya cat: converts MessagePack to JSON.</summary>
internal static class Cat
{
    internal static void Run(Cutter cutter, Reading reading, Arguments given, Output output)
    {
        using var json = new JsonOutput(reading, given, output);
        void Check(Cutter inside, Event found)
        {
            reading.CheckContent(inside, found);
            if (given.IsPlain)
            {
                json.CheckPlain(inside, found);
            }
        }

        foreach (Event found in reading.Events(cutter, Check))
        {
            json.Take(cutter, found);
            output.Flush();
        }
    }
}

/// <summary>haya validate: checks that files contain only valid messages.</summary>
internal static class Validate
{
    internal static void Run(Cutter cutter, Reading reading, Arguments given, Output output)
    {
        foreach (Event found in reading.Events(cutter, reading.CheckContent))
        {
            if (!reading.KeepsGoing)
            {
                reading.CheckContent(cutter, found);
            }
        }

        if (!given.IsQuiet && cutter.Skipped == 0)
        {
            output.Write(Texts.Line($"{cutter.Name}: valid: {Texts.Counted(cutter.Messages, "message")}, {Texts.Counted(cutter.Position, "byte")}") + "\n");
        }
    }
}
