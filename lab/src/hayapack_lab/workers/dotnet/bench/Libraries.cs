namespace Bench;

/// <summary>The versions of the codecs that have no case with the graph of article D.</summary>
internal static class Libraries
{
    /// <summary>Returns the version, null for another codec.</summary>
    public static string? Version(string codec) => codec switch
    {
        "minimum" or "by hand" => "–",
        "hayapack one thread" or "hayapack without lz4" => Of(typeof(Ours)),
        "liblz4" => CompressedCases.Library,
#if MESSAGEPACK
        "messagepack dynamic" => Of(typeof(V3)),
#endif
#if MESSAGEPACK4
        "messagepack4" => Of(typeof(V4)),
#endif
#if SIGNALR
        "microsoft" => $"{Of(typeof(Microsoft.AspNetCore.SignalR.Protocol.MessagePackHubProtocol))}, MessagePack-CSharp {Of(typeof(V3))}",
#endif
#if NEWTONSOFT
        "newtonsoft" => Of(typeof(NewtonsoftJson)),
#endif
        _ => null,
    };

    private static string Of(Type type) => Hayapack.Lab.Codec.VersionOf(type);
}
