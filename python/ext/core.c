/* core.c: compiles the whole C core into this module. */
#include "lz4/liblz4.h"

/* The core calls liblz4 through the table that lz4/lz4_python.c loads. */
#define HAYA_HAVE_LZ4
#define HAYA_LZ4_HEADER "lz4/liblz4.h"
#define LZ4_decompress_safe liblz4->decompress_safe
#define LZ4_sizeofState liblz4->state_size
#define LZ4_compress_fast_extState liblz4->compress_fast
#define LZ4_sizeofStateHC liblz4->state_size_hc
#define LZ4_compress_HC_extStateHC liblz4->compress_hc
#define LZ4_MAX_INPUT_SIZE 0x7E000000

#include "../../core/src/hayapack.c"
