namespace Hayapack.Generator.Models;

/// <summary>What the attributes of the assembly name. Compares by value and holds no symbol.</summary>
internal sealed record AssemblyModel(EquatableArray<TypeModel> Types, EquatableArray<Registration> Registrations);
