using System.Text;

namespace Hayapack.Generator.Emit;

/// <summary>Collects lines of source, indented by the blocks that are open.</summary>
internal sealed class SourceBuilder
{
    private readonly StringBuilder text = new();
    private int indent;
    private int locals;

    /// <summary>Adds a line; an empty one has no blanks.</summary>
    public SourceBuilder Line(string line = "")
    {
        if (line.Length > 0)
        {
            this.text.Append(' ', this.indent * 4).Append(line);
        }

        this.text.Append('\n');
        return this;
    }

    /// <summary>Opens a block after a line.</summary>
    public SourceBuilder Open(string line)
    {
        this.Line(line).Line("{");
        this.indent++;
        return this;
    }

    /// <summary>Closes the innermost block.</summary>
    public SourceBuilder Close(string after = "")
    {
        this.indent--;
        return this.Line("}" + after);
    }

    /// <summary>Returns a name for a local that no other has in the same file.</summary>
    public string Local(string prefix) => prefix + this.locals++;

    public override string ToString() => this.text.ToString();
}
