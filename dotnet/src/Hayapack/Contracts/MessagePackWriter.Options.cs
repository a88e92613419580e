using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Hayapack;

// What takes options is not in Wire, which knows bytes only.
public ref partial struct MessagePackWriter
{
    /// <summary>Enters an object, before its header is written. For generated code.</summary>
    /// <param name="options">The options with the depth limit.</param>
    /// <exception cref="MessagePackSerializationException"><c>too_deep</c>.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EnterDepth(MessagePackSerializerOptions options)
    {
        int entered = depth + 1;
        if (entered > options.MaximumDepth || StackProbe.IsBelow(stackMark))
        {
            CheckDepth(entered, options.MaximumDepth);
        }

        depth = entered;
    }

    /// <summary>Enters an object, before its header is written at a cursor. For generated code.</summary>
    /// <param name="at">The first free byte, in the writer's buffer.</param>
    /// <param name="options">The options with the depth limit.</param>
    /// <exception cref="MessagePackSerializationException"><c>too_deep</c>.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EnterDepth(scoped ref byte at, MessagePackSerializerOptions options)
    {
        int entered = depth + 1;
        if (entered > options.MaximumDepth || StackProbe.IsBelow(stackMark))
        {
            SetCursor(ref at);
            CheckDepth(entered, options.MaximumDepth);
        }

        depth = entered;
    }

    /// <summary>
    /// Sets <see cref="OldSpec"/> from the options if they specify it, and returns options that agree with it.
    /// </summary>
    internal MessagePackSerializerOptions Adopt(MessagePackSerializerOptions options)
    {
        OldSpec = options.OldSpec ?? OldSpec;
        return OldSpec ? options.WithOldSpec() : options;
    }
}
