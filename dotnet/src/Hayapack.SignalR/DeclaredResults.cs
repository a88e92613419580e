using System.Runtime.CompilerServices;

namespace Hayapack.SignalR;

/// <summary>
/// Remembers the declared type of the result of an invocation that was received. SignalR gives the protocol neither the
/// connection nor the method when it writes a result, but it does give back the string that was read as the invocation's
/// identifier. So the key is that object, not its text: other connections use the same texts. An entry goes with its key.
/// </summary>
internal sealed class DeclaredResults(HubMethods received)
{
    private readonly ConditionalWeakTable<string, Type> types = [];

    /// <summary>Remembers an invocation, if the method's result has a union, and replaces its identifier by a copy of its own.</summary>
    internal void Remember(ref string id, string target)
    {
        if (received.Result(target) is { } type)
        {
            id = new string(id.AsSpan());
            types.Add(id, type);
        }
    }

    /// <summary>Returns the declared type of an invocation's result, or null.</summary>
    internal Type? Find(string? id) => !received.IsEmpty && id is not null && types.TryGetValue(id, out Type? type) ? type : null;
}
