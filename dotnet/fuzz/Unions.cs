namespace Hayapack.Fuzz
{
    /// <summary>A union type as the compiler of C# 15 makes it: the value alone.</summary>
    [System.Runtime.CompilerServices.Union]
    public readonly struct Choice
    {
        /// <summary>Initializes a new instance of the <see cref="Choice"/> struct.</summary>
        public Choice(int value) => Value = value;

        /// <inheritdoc cref="Choice(int)"/>
        public Choice(string value) => Value = value;

        /// <inheritdoc cref="Choice(int)"/>
        public Choice(List<Choice> value) => Value = value;

        /// <inheritdoc cref="Choice(int)"/>
        public Choice(Record value) => Value = value;

        /// <summary>Gets the value.</summary>
        public object? Value { get; }
    }

    /// <summary>A union type with keys.</summary>
    [System.Runtime.CompilerServices.Union]
    [Union(0, typeof(int))]
    [Union(1, typeof(long))]
    [Union(2, typeof(Tagged[]))]
    public readonly struct Tagged
    {
        /// <summary>Initializes a new instance of the <see cref="Tagged"/> struct.</summary>
        public Tagged(int value) => Value = value;

        /// <inheritdoc cref="Tagged(int)"/>
        public Tagged(long value) => Value = value;

        /// <inheritdoc cref="Tagged(int)"/>
        public Tagged(Tagged[] value) => Value = value;

        /// <summary>Gets the value.</summary>
        public object? Value { get; }
    }

    /// <summary>A class that lists itself.</summary>
    [MessagePackObject]
    [Union(0, typeof(Animal))]
    [Union(1, typeof(Cat))]
    public class Animal
    {
        /// <summary>Gets or sets a number.</summary>
        [Key(0)]
        public int Legs { get; set; }

        /// <summary>Gets or sets others.</summary>
        [Key(1)]
        public List<Animal?>? Others { get; set; }
    }

    /// <summary>A class of the union.</summary>
    [MessagePackObject]
    public class Cat : Animal
    {
        /// <summary>Gets or sets a text.</summary>
        [Key(2)]
        public string? Name { get; set; }
    }
}

namespace System.Runtime.CompilerServices
{
    /// <summary>Marks union types, as in .NET 11.</summary>
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct)]
    internal sealed class UnionAttribute : Attribute;
}
