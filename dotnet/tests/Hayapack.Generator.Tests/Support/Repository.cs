namespace Hayapack.Generator.Tests.Support;

/// <summary>Finds the root folder of the repository.</summary>
internal static class Repository
{
    public static string Root { get; } = Find(AppContext.BaseDirectory);

    private static string Find(string? folder)
    {
        while (folder is not null && !File.Exists(Path.Combine(folder, "dotnet", "Hayapack.slnx")))
        {
            folder = Path.GetDirectoryName(folder);
        }

        return folder ?? throw new DirectoryNotFoundException("The tests must run from a folder inside of the repository.");
    }
}
