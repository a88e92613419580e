using System.Diagnostics.CodeAnalysis;

namespace Hayapack.SignalR;

/// <summary>Options for the hub protocol. Set them during start-up; the protocol reads them when it is created.</summary>
public class HayapackHubProtocolOptions
{
    private int maximumMessageLength = 100 * 1024 * 1024;

    /// <summary>
    /// Gets or sets the serializer's options for arguments, results and stream items. The default writes what Microsoft's
    /// protocol writes by default: enums by name, annotated types by their keys, and other types as maps of their members
    /// (not in trimmed and native programs, which need a formatter for each type).
    /// <see cref="MessagePackSerializerOptions.Standard"/> is faster, but writes enums as numbers.
    /// </summary>
    public MessagePackSerializerOptions SerializerOptions { get; set; } = HubResolver.Options;

    /// <summary>
    /// Gets or sets the largest length of a received message, in bytes without its length prefix, from 1 to
    /// <see cref="int.MaxValue"/>. The default is 100 MiB. On a server, <c>HubOptions.MaximumReceiveMessageSize</c> (32 KiB
    /// unless set) applies first.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not positive.</exception>
    public int MaximumMessageLength
    {
        get => maximumMessageLength;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegativeOrZero(value);
            maximumMessageLength = value;
        }
    }

    /// <summary>Gets the unions of <see cref="WriteAsUnion{T}"/>.</summary>
    internal List<Type> Unions { get; } = [];

    /// <summary>Gets the methods that the other side calls.</summary>
    internal HubMethods Received { get; } = new();

    /// <summary>Gets the methods that this side calls.</summary>
    internal HubMethods Sent { get; } = new();

    /// <summary>
    /// Writes each argument, result and stream item of a class that <typeparamref name="T"/> lists as that union, wherever
    /// no declared type is known, for example in <c>SendAsync("Draw", shape)</c>. The other side must then declare
    /// <typeparamref name="T"/>. If several unions list a class, the first one that was added is used.
    /// </summary>
    /// <typeparam name="T">An interface or base class with <see cref="UnionAttribute"/>.</typeparam>
    /// <returns>These options.</returns>
    /// <exception cref="ArgumentException">The type has no <see cref="UnionAttribute"/>.</exception>
    public HayapackHubProtocolOptions WriteAsUnion<T>()
        where T : class
    {
        if (!WrittenTypes.IsUnion(typeof(T)))
        {
            throw new ArgumentException($"{typeof(T)} has no [Union] attribute.");
        }

        Unions.Add(typeof(T));
        return this;
    }

    /// <summary>
    /// Adds the methods that the other side calls here: on a server the hub, on a client the interface of its handlers.
    /// A result or stream item whose declared type is a union, or a sequence of one, is written as declared.
    /// If two added types have a method of one name with different unions, that method's results are written by their
    /// run-time types.
    /// </summary>
    /// <typeparam name="T">A hub or an interface. Methods that an interface inherits are added with their own interface.</typeparam>
    /// <returns>These options.</returns>
    public HayapackHubProtocolOptions AddReceivedMethods<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] T>()
    {
        Received.Add(typeof(T));
        return this;
    }

    /// <summary>
    /// Adds the methods that this side calls: on a server the interface of its clients (the <c>T</c> of <c>Hub&lt;T&gt;</c>),
    /// on a client the interface of the hub. An argument whose declared type is a union, or a sequence of one, is written as
    /// declared, also with <c>SendAsync</c> and <c>InvokeAsync</c>, which take objects.
    /// </summary>
    /// <typeparam name="T">An interface or a hub. Methods that an interface inherits are added with their own interface.</typeparam>
    /// <returns>These options.</returns>
    public HayapackHubProtocolOptions AddSentMethods<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] T>()
    {
        Sent.Add(typeof(T));
        return this;
    }
}
