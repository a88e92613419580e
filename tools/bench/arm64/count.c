/*
 * A plugin of qemu's emulator of processes (-plugin FILE): at each sched_yield() writes the number of instructions that
 * the program has executed to standard error. The declarations are those of qemu's plugin API, version 1, which Debian
 * has no header for.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct qemu_plugin_tb; /* instructions that are translated together */
enum { ADD = 0 };
enum { SCHED_YIELD = 124 }; /* on ARM64 */

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*call)(uint64_t id, struct qemu_plugin_tb *tb));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *tb, int operation, void *counter, uint64_t by);
void qemu_plugin_register_vcpu_syscall_cb(uint64_t id,
                                          void (*call)(uint64_t id, unsigned vcpu, int64_t number, uint64_t, uint64_t,
                                                       uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t));

int qemu_plugin_version = 1;
static uint64_t executed;

static void count(uint64_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(tb, ADD, &executed, qemu_plugin_tb_n_insns(tb));
}

static void print(uint64_t id, unsigned vcpu, int64_t number, uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4,
                  uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8)
{
    (void)id, (void)vcpu, (void)a1, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
    if (number == SCHED_YIELD)
        fprintf(stderr, "%" PRIu64 "\n", executed);
}

int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv)
{
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, count);
    qemu_plugin_register_vcpu_syscall_cb(id, print);
    return 0;
}
