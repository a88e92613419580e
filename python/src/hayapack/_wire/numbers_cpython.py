"""A format byte and a number -> bytes, as CPython does it fastest."""

import struct

pack_u8 = struct.Struct(">BB").pack
pack_u16 = struct.Struct(">BH").pack
pack_u32 = struct.Struct(">BI").pack
pack_u64 = struct.Struct(">BQ").pack
pack_i8 = struct.Struct(">Bb").pack
pack_i16 = struct.Struct(">Bh").pack
pack_i32 = struct.Struct(">Bi").pack
pack_i64 = struct.Struct(">Bq").pack
pack_float32 = struct.Struct(">Bf").pack
pack_float64 = struct.Struct(">Bd").pack
pack_float64_pair = struct.Struct(">BdBd").pack
