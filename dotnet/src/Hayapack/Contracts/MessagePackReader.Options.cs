using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Hayapack;

// What takes options is not in Wire, which knows bytes only.
public ref partial struct MessagePackReader
{
    /// <summary>Enters a container, before its header is read. For generated code.</summary>
    /// <param name="options">The options with the depth limit.</param>
    /// <exception cref="MessagePackSerializationException"><c>too_deep</c>.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EnterDepth(MessagePackSerializerOptions options) => EnterDepth(options.MaximumDepth);
}
