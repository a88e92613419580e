namespace Hayapack.Generator.Models;

/// <summary>The types that attributes of the assembly name. Compares by value; contains no symbols.</summary>
internal sealed record AssemblyModel(EquatableArray<TypeModel> Types, EquatableArray<Registration> Registrations);
