namespace Hayapack.Hashing;

/// <summary>Types whose <see cref="object.GetHashCode"/> is keyed (see <see cref="KeyedHash"/>): an attacker cannot predict it.</summary>
internal interface IKeyedHashCode;
