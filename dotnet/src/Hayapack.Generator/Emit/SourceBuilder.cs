using System.Text;

namespace Hayapack.Generator.Emit;

/// <summary>Builds source text line by line, indented by the number of open blocks.</summary>
internal sealed class SourceBuilder
{
    private readonly StringBuilder text = new();
    private int indent;
    private int locals;

    /// <summary>Returns the builder of a file, which begins with the header of generated files.</summary>
    public static SourceBuilder WithHeader()
    {
        SourceBuilder source = new();
        foreach (string line in Api.Header.Split('\n'))
        {
            source.Line(line.Trim());
        }

        return source;
    }

    /// <summary>Adds a line; an empty one without indentation.</summary>
    public SourceBuilder Line(string line = "")
    {
        if (line.Length > 0)
        {
            this.text.Append(' ', this.indent * 4).Append(line);
        }

        this.text.Append('\n');
        return this;
    }

    /// <summary>Adds a line and opens a block after it.</summary>
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

    /// <summary>Returns a name for a local variable that is unique in the file.</summary>
    public string Local(string prefix) => prefix + this.locals++;

    /// <summary>Returns the text, with the declarations of the aliases of assemblies after the header.</summary>
    public override string ToString()
    {
        string code = this.text.ToString();
        string aliases = Parsing.Aliases.Exist ? Parsing.Aliases.Declarations(code) : "";
        int header = code.IndexOf("\n\n", StringComparison.Ordinal);
        return aliases.Length == 0 || header < 0 ? code : code.Insert(header + 1, aliases);
    }
}
