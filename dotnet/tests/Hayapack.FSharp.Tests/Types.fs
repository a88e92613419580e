namespace Hayapack.FSharp.Tests

open Hayapack

type Plain = { Id: int; Name: string }

[<Struct>]
type PlainStruct = { X: int; Y: string }

[<MessagePackObject>]
type Keyed =
    { [<Key(0)>]
      Number: int
      [<Key(1)>]
      Text: string option }

[<MessagePackObject(true)>]
type Collections =
    { List: int list
      Map: Map<string, int>
      Set: Set<int>
      Value: int voption }

type Shape =
    | Circle of radius: float
    | Rectangle of width: float * height: float
    | Empty

[<MessagePackObject>]
type Tree =
    | Leaf
    | Node of Tree * int * Tree

type Email = Email of string

[<Measure>]
type kg

/// Contains itself, in a list and in an option.
type Folder =
    { Name: string
      Parent: Folder option
      Folders: Folder list }

[<Struct>]
type Id = Id of int

[<Struct; MessagePackObject>]
type Measure =
    | Unknown
    | Metres of metres: int
    | Range of low: int * high: string

type Page<'T> =
    | Items of items: 'T list
    | End

type Hidden =
    private
    | Secret of int

    static member Of number = Secret number

[<MessagePackObject>]
type Class(number: int, text: string) =
    [<Key(0)>]
    member _.Number = number

    [<Key(1)>]
    member _.Text = text
