namespace Hayapack;

/// <summary>Is called before an object is written and after it was read.</summary>
public interface IMessagePackSerializationCallbackReceiver
{
    /// <summary>Called before the object's members are written.</summary>
    void OnBeforeSerialize();

    /// <summary>Called when all members were read.</summary>
    void OnAfterDeserialize();
}
