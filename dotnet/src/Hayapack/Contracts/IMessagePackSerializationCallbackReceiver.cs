namespace Hayapack;

/// <summary>Implemented by objects that are notified before they are serialized and after they are deserialized.</summary>
public interface IMessagePackSerializationCallbackReceiver
{
    /// <summary>Called before the object's members are serialized. An exception becomes the error <c>user_code</c>.</summary>
    void OnBeforeSerialize();

    /// <summary>Called after all members were deserialized. An exception becomes the error <c>user_code</c>.</summary>
    void OnAfterDeserialize();
}
