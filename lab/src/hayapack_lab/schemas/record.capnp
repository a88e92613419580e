# The record of reference article E.
@0xb4f6a5d1c02e7f38;

struct Nested {
  f11 @0 :List(Text);
}

struct Record {
  f01 @0 :Float32;
  f02 @1 :Float64;
  f03 @2 :Int32;
  f04 @3 :Int64;
  f05 @4 :UInt32;
  f06 @5 :UInt64;
  f07 @6 :Bool;
  f08 @7 :Text;
  f09 @8 :Data;
  f10 @9 :Nested;
}
