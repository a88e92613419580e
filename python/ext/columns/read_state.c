/* read_state.c: what is being read, and what is wrong with it. */
#include "store_values_fast.h"

static void read_set_check(struct read_state *t)
{
    t->check = t->p < t->end && (size_t)(t->end - t->p) > TABLE_SIGNAL_INTERVAL ? t->p + TABLE_SIGNAL_INTERVAL : t->end;
}

void read_message(struct read_state *t, const uint8_t *msg, size_t size, size_t at)
{
    const struct haya_limits *limits = t->limits;
    size_t longest = limits->str_len < limits->bin_len ? limits->str_len : limits->bin_len;
    longest = limits->ext_len < longest ? limits->ext_len : longest;
    t->longest = longest;
    t->msg = msg;
    t->p = msg + at;
    t->end = msg + size;
    read_set_check(t);
    /* if the limits are smaller than what the inline code stores, every header must be checked */
    t->safe = size > TABLE_SLACK && longest >= FAST_TEXT ? t->end - TABLE_SLACK : msg;
}

bool read_run_handlers(struct read_state *t)
{
    read_set_check(t);
    if (t->handlers(t->scan))
        return true;
    t->fault = (struct fault){.raised = true};
    return false;
}

enum take read_fault(struct read_state *t, enum haya_error error, const uint8_t *at)
{
    t->fault = (struct fault){.error = error, .at = (size_t)(at - t->msg)};
    return TAKE_FAULT;
}

enum take read_bad_text(struct read_state *t, const uint8_t *text, size_t n)
{
    read_fault(t, HAYA_ERR_INVALID_UTF8, t->p);
    t->fault.text = text;
    t->fault.text_size = n;
    return TAKE_MISFIT;
}

enum take read_no_memory(struct read_state *t)
{
    t->fault = (struct fault){.memory = true};
    return TAKE_FAULT;
}

enum take read_wrong(struct read_state *t, int wanted, const uint8_t *at)
{
    t->fault = (struct fault){.at = (size_t)(at - t->msg), .wanted = wanted, .fit = FIT_KIND};
    return TAKE_MISFIT;
}

enum take read_misfit(struct read_state *t, const struct column_builder *node, enum column_fit fit, const uint8_t *at)
{
    read_wrong(t, node->type == COLUMN_PATH ? ROW_NO_MAP : (int)node->type, at);
    t->fault.unit = node->unit;
    t->fault.fit = fit;
    return TAKE_MISFIT;
}

struct frame *read_open(struct read_state *t, struct column_builder *node, enum frame_kind kind, uint64_t values)
{
    if (t->frames == COLUMN_FRAMES) { /* no plan is that deep */
        read_no_memory(t);
        return NULL;
    }
    struct frame *frame = &t->frame[t->frames++];
    frame->kind = kind;
    frame->spoiled = false;
    frame->step = 0;
    frame->node = node;
    frame->left = values;
    frame->again = NULL;
    frame->key = NULL;
    frame->scan = 0;
    return frame;
}
