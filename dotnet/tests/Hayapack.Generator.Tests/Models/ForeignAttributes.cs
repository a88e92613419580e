namespace MessagePack;

// Copies of MessagePack-CSharp's attributes that the models use. The generator recognizes attributes by their full
// names, so this project does not reference the package.
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct)]
internal sealed class MessagePackObjectAttribute(bool keyAsPropertyName = false) : Attribute
{
    public bool KeyAsPropertyName { get; } = keyAsPropertyName;
}

[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
internal sealed class KeyAttribute(int x) : Attribute
{
    public int IntKey { get; } = x;
}

[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
internal sealed class IgnoreMemberAttribute : Attribute;

[AttributeUsage(AttributeTargets.Interface | AttributeTargets.Class, AllowMultiple = true)]
internal sealed class UnionAttribute(int key, Type subType) : Attribute
{
    public int Key { get; } = key;

    public Type SubType { get; } = subType;
}

public interface IMessagePackSerializationCallbackReceiver
{
    void OnBeforeSerialize();

    void OnAfterDeserialize();
}
