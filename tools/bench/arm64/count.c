/*
 * A plugin of qemu's emulator of processes (-plugin FILE): writes the number of instructions that a program has
 * executed to standard error when it ends. The declarations are those of qemu's plugin API, version 1, which Debian has
 * no header for.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct qemu_plugin_tb; /* instructions that are translated together */
enum { ADD = 0 };

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*call)(uint64_t id, struct qemu_plugin_tb *tb));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *tb, int operation, void *counter, uint64_t by);
void qemu_plugin_register_atexit_cb(uint64_t id, void (*call)(uint64_t id, void *data), void *data);

int qemu_plugin_version = 1;
static uint64_t executed;

static void count(uint64_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(tb, ADD, &executed, qemu_plugin_tb_n_insns(tb));
}

static void end(uint64_t id, void *data)
{
    (void)id, (void)data;
    fprintf(stderr, "instructions: %" PRIu64 "\n", executed);
}

int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv)
{
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, count);
    qemu_plugin_register_atexit_cb(id, end, NULL);
    return 0;
}
