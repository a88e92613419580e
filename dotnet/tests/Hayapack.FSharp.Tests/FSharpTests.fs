namespace Hayapack.FSharp.Tests

open System
open Hayapack
open Hayapack.Resolvers
open Xunit

module private Helpers =
    let withResolver (resolver: IFormatterResolver) =
        MessagePackSerializerOptions.Standard.WithResolver(CompositeResolver.Create(FSharpResolver.Instance, resolver))

    let standard = withResolver StandardResolver.Instance
    let contractless = withResolver ContractlessStandardResolver.Instance

    let write<'T> (value: 'T) (options: MessagePackSerializerOptions) : byte[] =
        MessagePackSerializer.Serialize<'T>(value, options)

    let read<'T> (bytes: byte[]) (options: MessagePackSerializerOptions) : 'T =
        MessagePackSerializer.Deserialize<'T>(ReadOnlyMemory bytes, options)

    let same<'T when 'T: equality> (options: MessagePackSerializerOptions) (hex: string) (value: 'T) =
        Assert.Equal(hex, Convert.ToHexStringLower(write value options: byte[]))
        Assert.True((value = read<'T> (Convert.FromHexString hex) options))

    let both<'T when 'T: equality> (hex: string) (value: 'T) =
        same standard hex value
        same contractless hex value

    let unsupported<'T> (options: MessagePackSerializerOptions) (value: 'T) =
        let error =
            Assert.ThrowsAny<MessagePackSerializationException>(fun () -> write value options |> ignore)

        Assert.Equal(MessagePackErrorNames.UnsupportedType, error.ErrorName)
        error.Message

    let fails<'T> (hex: string) =
        let error =
            Assert.ThrowsAny<MessagePackSerializationException>(fun () -> read<'T> (Convert.FromHexString hex) standard |> ignore)

        $"{error.ErrorName} {error.Offset} {error.Path}"

open Helpers

/// F#'s types, which have no generated formatters: by reflection.
type FSharpTests() =

    [<Fact>]
    member _.``Records, sets, enums, tuples and classes need no resolver``() =
        same ContractlessStandardResolver.Options "82a2496401a44e616d65a161" { Id = 1; Name = "a" }
        same ContractlessStandardResolver.Options "82a15801a159a161" { PlainStruct.X = 1; Y = "a" }
        same ContractlessStandardResolver.Options "82a14101a142a162" {| A = 1; B = "b" |}
        same MessagePackSerializerOptions.Standard "920102" (set [ 1; 2 ])
        same MessagePackSerializerOptions.Standard "9201a161" (1, "a")
        same MessagePackSerializerOptions.Standard "9201a161" (struct (1, "a"))
        let value = Class(1, "a")
        let bytes = write value MessagePackSerializerOptions.Standard
        Assert.Equal("9201a161", Convert.ToHexStringLower(bytes: byte[]))
        Assert.Equal("a", (read<Class> bytes MessagePackSerializerOptions.Standard).Text)

    [<Fact>]
    member _.``An option is its value or nil``() =
        both "01" (Some 1)
        both "c0" (None: int option)
        both "01" (ValueSome 1)
        both "c0" (ValueNone: int voption)
        both "9201a162" { Number = 1; Text = Some "b" }
        both "9201c0" { Number = 1; Text = None }
        both "9301c002" [ Some 1; None; Some 2 ]

    [<Fact>]
    member _.``Units of measure are not written``() =
        both "cb3ff8000000000000" 1.5<kg>
        both "920105" [ 1<kg>; 5<kg> ]

    [<Fact>]
    member _.``A record can contain itself``() =
        let inner =
            { Name = "b"
              Parent = None
              Folders = [] }

        same
            contractless
            "83a44e616d65a161a6506172656e7483a44e616d65a162a6506172656e74c0a7466f6c6465727390a7466f6c646572739183a44e616d65a162a6506172656e74c0a7466f6c6465727390"
            { Name = "a"
              Parent = Some inner
              Folders = [ inner ] }

    [<Fact>]
    member _.``A value that would be read as none is refused``() =
        unsupported standard (Some(None: int option)) |> ignore
        unsupported standard (ValueSome(ValueNone: int voption)) |> ignore
        unsupported standard (Some(Nullable 1)) |> ignore
        unsupported standard (Some()) |> ignore
        unsupported standard (Some(null: string)) |> ignore

    [<Fact>]
    member _.``Lists are arrays, and maps maps``() =
        both "93010203" [ 1; 2; 3 ]
        both "90" ([]: string list)
        both "82a16101a16202" (Map [ "a", 1; "b", 2 ])
        both "80" (Map.empty: Map<int, string>)
        both "c0" ()

        both
            "84a44c6973749101a34d617081a16102a3536574920304a556616c756505"
            { List = [ 1 ]
              Map = Map [ "a", 2 ]
              Set = set [ 3; 4 ]
              Value = ValueSome 5 }

        Assert.Equal("duplicate_key 4 ${key #1}", fails<Map<string, int>> "82a16101a16102")
        Assert.Equal("unexpected_type 2 $[1]", fails<int list> "9201c3")

    [<Fact>]
    member _.``A union is its tag and its fields, by names``() =
        both "920081a6726164697573cb3ff8000000000000" (Circle 1.5)
        both "920182a57769647468cb3ff0000000000000a6686569676874cb4000000000000000" (Rectangle(1.0, 2.0))
        both "920280" Empty
        both "920081a44974656da161" (Email "a")
        both "920081a44974656d05" (Id 5)
        both "920081ab526573756c7456616c756501" (Ok 1: Result<int, string>)
        both "920181aa4572726f7256616c7565a161" (Error "a": Result<int, string>)
        both "920081a56974656d739101" (Items [ 1 ])
        both "920180" (End: Page<string>)
        both "92920280920280" [ Empty; Empty ]

    [<Fact>]
    member _.``A union with MessagePackObject has an array of its fields``() =
        both "92019392009005920090" (Node(Leaf, 5, Leaf))
        both "920090" Unknown
        both "92019105" (Metres 5)
        both "92029205a161" (Measure.Range(5, "a"))

    [<Fact>]
    member _.``The class of a case is its union``() =
        let value = Circle 1.5
        let bytes = write<obj> value standard
        Assert.Equal(value, read<Shape> bytes standard)
        let typed: byte[] = MessagePackSerializer.Serialize(value.GetType(), value, standard)
        Assert.Equal<byte[]>(bytes, typed)
        Assert.Equal(value, MessagePackSerializer.Deserialize(value.GetType(), ReadOnlyMemory typed, standard) :?> Shape)

    [<Fact>]
    member _.``Errors of unions have a name, an offset and a path``() =
        Assert.Equal("invalid_value 1 $[0]", fails<Shape> "920380")
        Assert.Equal("unexpected_type 0 $", fails<Shape> "01")
        Assert.Equal("missing_member 2 $[1]", fails<Shape> "920080")
        Assert.Equal("duplicate_key 19 $[1]{key #1}", fails<Shape> "920082a6726164697573cb3ff8000000000000a6726164697573c0")
        Assert.Equal("unexpected_type 10 $[1].radius", fails<Shape> "920081a6726164697573c3")
        Assert.Equal("truncated 0 $", fails<Shape> "92")
        Assert.Equal("unexpected_type 0 $", fails<Id> "c0")

    [<Fact>]
    member _.``Unknown fields are skipped``() =
        let bytes = Convert.FromHexString "920082a17893010203a6726164697573cb3ff8000000000000"
        Assert.Equal(Circle 1.5, read<Shape> bytes standard)

    [<Fact>]
    member _.``Depth is limited both ways``() =
        let deep = Seq.fold (fun tree i -> Node(tree, i, Leaf)) Leaf (seq { 1..40 })
        let error = Assert.ThrowsAny<MessagePackSerializationException>(fun () -> write deep standard |> ignore)
        Assert.Equal(MessagePackErrorNames.TooDeep, error.ErrorName)
        let options = Seq.fold (fun inner _ -> box (Some inner)) (box 1) (seq { 1..10_000 })
        let error = Assert.ThrowsAny<MessagePackSerializationException>(fun () -> write<obj> options standard |> ignore)
        Assert.Equal(MessagePackErrorNames.TooDeep, error.ErrorName)
        let bytes = write deep (standard.WithSecurity MessagePackSecurity.TrustedData)
        let error = Assert.ThrowsAny<MessagePackSerializationException>(fun () -> read<Tree> bytes standard |> ignore)
        Assert.Equal(MessagePackErrorNames.TooDeep, error.ErrorName)

    [<Fact>]
    member _.``Without the resolver these types, and with it private cases, are errors``() =
        for options in [ MessagePackSerializerOptions.Standard; ContractlessStandardResolver.Options ] do
            unsupported options (Circle 1.5) |> ignore
            unsupported options (Id 5) |> ignore
            unsupported options (ValueSome 1) |> ignore
            unsupported options (Ok 1: Result<int, string>) |> ignore
            unsupported options (Map [ "a", 1 ]) |> ignore

        unsupported standard (Hidden.Of 1) |> ignore
        unsupported MessagePackSerializerOptions.Standard [ 1 ] |> ignore
        Assert.Contains("FSharpResolver", unsupported MessagePackSerializerOptions.Standard (Some 1))
        Assert.Contains("FSharpResolver", unsupported MessagePackSerializerOptions.Standard (Circle 1.5))
