// SPDX-License-Identifier: MIT
//
// What must hold of every merge, on N generated sets of events (environment: N, SEED): the
// result is a function of the set of events. The events come from one signed pool: all types,
// several keys, good ones, false ones and such that nobody here can judge.
#include "trust/crypto.h"
#include "trust/keyring.h"
#include "trust/sha256.h"

#include "vectors.h"
#include <locale.h>
#include <time.h>

enum {
    POOL = 300,
    SETS = 2000,
    SET_MAX = 10, // events of one set
    ALIASES = 24,
    SET_ALIASES = 6,
    COPIES = 4,
    KEYS = 4,
    TIMES = 9,
    TEXT_MAX = 2048
};

static const char record[] =
    "{\"metadata\":{\"abstract_canon_sha256\":"
    "\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\","
    "\"cross_cats_sorted\":[],\"license\":\"\",\"primary_cat\":\"cs.DL\","
    "\"submitted_at\":\"2026-01-05T17:00:01Z\",\"title_canon_sha256\":"
    "\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"},"
    "\"schema_version\":\"1.0\",\"source\":{\"id\":\"2601.00042\",\"kind\":\"arxiv\","
    "\"version\":1}}";

static const char *const times[TIMES] = {
    "2026-02-01T00:00:00Z",    "2026-02-01T00:00:00.5Z",  "2026-02-01T00:00:00.50Z",
    "2026-02-01T00:00:00.00Z", "2026-02-02T00:00:00.25Z", "2026-02-02T00:00:00Z",
    "2026-02-02T00:00:00.75Z", "2026-03-01T00:00:00Z",    "2026-04-01T00:00:00Z"};

// What an event was made to be.
typedef enum fate { VALID, UNVERIFIED, INVALID } fate;

typedef struct item {
    char *text;
    char *twin;           // the same event, written otherwise
    char *copies[COPIES]; // of a valid event: copies that are not
    char id[72];
    fate fate;
} item;

static struct {
    pith_arena *arena;
    uint64_t random;
    uint8_t seeds[KEYS][PITH_SEED_LEN];
    pith_key keys[KEYS];
    pith_keyring keyring; // all but the last key
    char digest_hex[65];
    uint8_t digest[PITH_DIGEST_LEN];
    char number[48];
    item pool[POOL];
    char *aliases[ALIASES];
} world;

static const char *const key_ids[KEYS] = {"anna", "bert", "limited", "stranger"};

static char *keep(const char *text, size_t len)
{
    char *copy = pith_alloc(world.arena, len + 1);
    assert_non_null(copy);
    memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

static char *join(const char *format, ...) PITH_PRINTF(1, 2);

static char *join(const char *format, ...)
{
    char text[TEXT_MAX];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    assert_true(n >= 0 && n < TEXT_MAX);
    return keep(text, (size_t)n);
}

static size_t below(size_t limit)
{
    return test_below(&world.random, limit);
}

static void make_keys(void)
{
    pith_error err;
    char id[PITH_ID_LEN + 1];
    assert_int_equal(pith_crypto_init(&err), PITH_OK);
    for (size_t i = 0; i < KEYS; i++) {
        memset(world.seeds[i], (int)i + 1, PITH_SEED_LEN);
        world.keys[i].key_id = pith_text_of(key_ids[i]);
        pith_ed25519_keypair(world.seeds[i], world.keys[i].bytes);
    }
    world.keys[2].not_before = pith_text_of("2026-02-02T00:00:00.5Z");
    world.keyring = (pith_keyring){world.keys, KEYS - 1};
    pith_sha256(record, sizeof record - 1, world.digest);
    pith_digest_words(record, sizeof record - 1, world.digest_hex, id);
    snprintf(world.number, sizeof world.number, "pith:2026:%s", id);
}

static char *sign(size_t key, const uint8_t digest[PITH_DIGEST_LEN])
{
    uint8_t signature[PITH_SIGNATURE_LEN];
    pith_buf out;
    pith_ed25519_sign(world.seeds[key], digest, PITH_DIGEST_LEN, signature);
    pith_buf_init(&out, SIZE_MAX);
    pith_base64_encode(signature, sizeof signature, &out);
    assert_true(pith_buf_ok(&out));
    char *text = keep(out.data, out.len);
    pith_buf_free(&out);
    return text;
}

// The same JSON with other white space and, in strings, an escape for each letter t. Nothing
// in the pool is escaped before.
static char *write_otherwise(const char *json)
{
    pith_buf out;
    bool quoted = false;
    pith_buf_init(&out, SIZE_MAX);
    for (const char *p = json; *p; p++) {
        quoted ^= *p == '"';
        if (quoted && *p == 't')
            pith_buf_puts(&out, "\\u0074");
        else
            pith_buf_add(&out, p, 1);
        if (!quoted && strchr("{,:[", *p))
            pith_buf_puts(&out, "\n\t ");
    }
    assert_true(pith_buf_ok(&out));
    char *text = keep(out.data, out.len);
    pith_buf_free(&out);
    return text;
}

// ---- The pool -------------------------------------------------------------------------

static char *body_of(size_t type, size_t i)
{
    static const char *const relations[] = {"supports", "refutes", "extends", "cites"};
    static const char empty[] =
        "258153158e38e3291e3d48162225fcdb2d5a3ed65a07baac614ab91432fd4f57"; // protocol.md 6
    switch (type) {
    case 0:
    case 1:
        return join("graph_snapshot\":{\"builder\":\"b%zu\",\"claims\":{\"items\":[],"
                    "\"snapshot_sha256\":\"%s\"}}",
                    below(3), empty);
    case 2:
        return join("author_claim\":{\"claimant\":\"c%zu\",\"method\":\"orcid\",\"strength\":"
                    "\"weak\"}",
                    i);
    case 3:
        return join("citation\":{\"cited\":\"%s\",\"n\":[%zu,0.5],\"relationship\":\"%s\"}",
                    world.number, i, relations[below(4)]);
    case 4:
        return join("anchor\":{\"kind\":\"opentimestamps\",\"proof\":\"p%zu\"}", i);
    case 5:
        return join("replication\":{\"claim_id\":\"C%zu\",\"report\":\"\xC3\xA9\"}", i);
    case 6:
        return join("falsification\":{\"claim_id\":\"C%zu\",\"report\":\"r\"}", i);
    case 7:
        return join("formal_bridge\":{\"claim_id\":\"C%zu\",\"report\":\"Lean\"}", i);
    default: // something that stands in the pool before, if there is anything
        return join("withdrawal\":{\"event_id\":\"%s\"}",
                    i && *world.pool[below(i)].id ? world.pool[below(i)].id : "sha256:");
    }
}

static void identify(const char *unsigned_text, uint8_t digest[PITH_DIGEST_LEN], char id[72])
{
    pith_buf canon;
    pith_error err;
    char hex[65];
    pith_buf_init(&canon, SIZE_MAX);
    assert_int_equal(pith_canonical_form(world.arena, pith_text_of(unsigned_text), &canon, &err),
                     PITH_OK);
    pith_sha256(canon.data, canon.len, digest);
    pith_buf_free(&canon);
    pith_hex(digest, PITH_DIGEST_LEN, hex);
    snprintf(id, 72, "sha256:%s", hex);
}

// What can be wrong with an event, each with the fate that follows.
typedef enum flaw {
    NONE,
    OLD_KEY,
    STRANGE_KEY,
    STRANGE_TYPE,
    UNSIGNED,
    STRANGE_SCHEME,
    WRONG_ID,
    WRONG_SIGNATURE,
    WRONG_SIGNER,
    WRONG_SUBJECT,
    NO_TIME,
    WRONG_PAYLOAD,
    FLAWS
} flaw;

static char *with_proof(const char *unsigned_text, const char *id, const char *key_id,
                        const char *algorithm, const char *signature)
{
    return join("%.*s,\"event_id\":\"%s\",\"signature\":{\"algorithm\":\"%s\",\"key_id\":\"%s\","
                "\"signature_b64\":\"%s\"}}",
                (int)strlen(unsigned_text) - 1, unsigned_text, id, algorithm, key_id, signature);
}

static void copy_badly(item *it, const char *unsigned_text, size_t key, const char *signature)
{
    static const char zeros[] =
        "sha256:0000000000000000000000000000000000000000000000000000000000000000";
    uint8_t other[PITH_DIGEST_LEN] = {1};
    const char *id = it->id;
    it->copies[0] = with_proof(unsigned_text, zeros, key_ids[key], "ed25519", signature);
    it->copies[1] = with_proof(unsigned_text, id, key_ids[key], "ed25519", sign(key, other));
    it->copies[2] = with_proof(unsigned_text, id, key_ids[key], "ed448", signature);
    it->copies[3] = keep(unsigned_text, strlen(unsigned_text));
}

static void make_event(size_t i, flaw f)
{
    item *it = &world.pool[i];
    size_t key = f == STRANGE_KEY ? 3 : f == OLD_KEY ? 2 : below(2);
    const char *time = times[f == OLD_KEY ? below(6) : below(TIMES)];
    char *body = body_of(f == WRONG_PAYLOAD ? 2 : below(10), i);
    if (f == WRONG_PAYLOAD)
        body[strlen("author_claim\":{\"cl")] = 'A'; // no claimant any more
    int name = (int)(strchr(body, '"') - body);
    char *text = join(
        "{\"created_at\":%s%s%s,\"event_type\":\"%.*s%s\",\"payload\":{\"%s},\"signer\":{"
        "\"key_id\":\"%s\"},\"subject_pith_number\":\"%.35s%s\",\"target\":\"%s\"}",
        f == NO_TIME ? "" : "\"", f == NO_TIME ? "null" : time, f == NO_TIME ? "" : "\"", name,
        body, f == STRANGE_TYPE ? "_2" : "", body, key_ids[f == WRONG_SIGNER ? 1 - key : key],
        world.number, f == WRONG_SUBJECT ? "7" : world.number + 35, below(4) ? "graph" : "other");
    uint8_t digest[PITH_DIGEST_LEN];
    identify(text, digest, it->id);
    if (f == WRONG_SIGNATURE)
        digest[below(PITH_DIGEST_LEN)] ^= 1;
    char *signature = sign(key, digest);
    char id[72];
    memcpy(id, it->id, sizeof id);
    if (f == WRONG_ID)
        id[70] = id[70] == '0' ? '1' : '0';
    it->fate = f == NONE ? VALID : f <= STRANGE_SCHEME ? UNVERIFIED : INVALID;
    it->text = f == UNSIGNED ? text
                             : with_proof(text, id, key_ids[key],
                                          f == STRANGE_SCHEME ? "ed448" : "ed25519", signature);
    if (it->fate == VALID)
        copy_badly(it, text, key, signature);
}

// A record_created event; its proof is the receipt inside.
static void make_created(size_t i)
{
    item *it = &world.pool[i];
    size_t kind = below(4);
    size_t key = kind == 1 ? 3 : below(2);
    uint8_t digest[PITH_DIGEST_LEN];
    memcpy(digest, world.digest, sizeof digest);
    if (kind == 2)
        digest[0] ^= 1;
    const char *time = times[below(TIMES)];
    char *receipt = join(",\"receipt\":{\"algorithm\":\"ed25519\",\"key_id\":\"%s\",\"kind\":"
                         "\"pith_receipt\",\"signature_b64\":\"%s\",\"signed_at\":\"%s\"}",
                         key_ids[key], sign(key, digest), time);
    it->text = join("{\"created_at\":\"%s\",\"event_type\":\"record_created\",\"payload\":{"
                    "\"canonical_record\":%s,\"canonical_sha256\":\"%s\"%s},"
                    "\"subject_pith_number\":\"%s\",\"target\":\"record\"}",
                    time, record, world.digest_hex, kind == 3 ? "" : receipt, world.number);
    it->fate = kind == 0 ? VALID : kind == 2 ? INVALID : UNVERIFIED;
    uint8_t identity[PITH_DIGEST_LEN];
    identify(it->text, identity, it->id);
}

static void make_aliases(void)
{
    static const struct {
        const char *kind;
        int length;
    } kinds[] = {{"pith_short_8", 8}, {"pith_short_12", 12}, {"pith_short_16", 16}};
    for (size_t i = 0; i < ALIASES; i++) {
        char *time = join(",\"created_at\":\"%s\"", times[below(TIMES)]);
        const char *maybe = below(5) ? time : "";
        size_t kind = below(5);
        if (kind < 3)
            world.aliases[i] = join("{\"alias_kind\":\"%s\",\"alias_value\":\"%.*s\"%s}",
                                    kinds[kind].kind, kinds[kind].length, world.number + 10, maybe);
        else if (kind == 3)
            world.aliases[i] = join(
                "{\"alias_kind\":\"doi\",\"alias_value\":\"10.48550/arxiv.2601.00042\"%s}", maybe);
        else
            world.aliases[i] =
                join("{\"alias_kind\":\"ads\",\"alias_value\":\"a%zu\"%s}", i, maybe);
    }
}

static void make_world(uint64_t seed)
{
    world.arena = test_arena();
    world.random = seed * 2 + 1;
    make_keys();
    for (size_t i = 0; i < POOL; i++) {
        if (below(12) == 0)
            make_created(i);
        else
            make_event(i, below(3) ? NONE : (flaw)below(FLAWS));
        world.pool[i].twin = write_otherwise(world.pool[i].text);
    }
    make_aliases();
}

// ---- Merging --------------------------------------------------------------------------

// A list of pieces of JSON: what one bundle holds.
typedef struct part {
    const char *events[4 * SET_MAX];
    size_t count;
    const char *aliases[SET_ALIASES];
    size_t alias_count;
} part;

typedef struct outcome {
    pith_buf state;
    pith_buf bundle;
} outcome;

static void put_list(pith_buf *out, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        pith_buf_printf(out, "%s%s", i ? "," : "", texts[i]);
}

static pith_buf write_bundle(const part *p)
{
    pith_buf out;
    pith_buf_init(&out, SIZE_MAX);
    pith_buf_printf(&out,
                    "{\"bundle_type\":\"pith_open_graph_bundle\",\"canonical_record\":%s,"
                    "\"canonical_sha256\":\"%s\",\"source_aliases\":[",
                    record, world.digest_hex);
    put_list(&out, p->aliases, p->alias_count);
    pith_buf_puts(&out, "],\"events\":[");
    put_list(&out, p->events, p->count);
    pith_buf_puts(&out, "]}");
    assert_true(pith_buf_ok(&out));
    return out;
}

static outcome merge(const pith_buf *const *documents, size_t count)
{
    static const char *const origins[] = {"a", "b", "c", "d"};
    pith_arena *arena = test_arena();
    pith_error err = {0};
    pith_text texts[4];
    const pith_merged *merged = NULL;
    outcome o;
    pith_buf_init(&o.state, SIZE_MAX);
    pith_buf_init(&o.bundle, SIZE_MAX);
    for (size_t i = 0; i < count; i++)
        texts[i] = (pith_text){documents[i]->data, documents[i]->len};
    if (pith_merge(arena, texts, origins, count, &world.keyring, &merged, &err) != PITH_OK)
        fail_msg("merge: %s: %s", err.object, err.message);
    assert_int_equal(pith_merged_state(merged, &o.state, &err), PITH_OK);
    assert_int_equal(pith_merged_bundle(merged, &o.bundle, &err), PITH_OK);
    pith_arena_free(arena);
    return o;
}

static outcome merge_part(const part *p)
{
    pith_buf document = write_bundle(p);
    const pith_buf *const list[] = {&document};
    outcome o = merge(list, 1);
    pith_buf_free(&document);
    return o;
}

static outcome merge_two(const pith_buf *a, const pith_buf *b)
{
    const pith_buf *const list[] = {a, b};
    return merge(list, 2);
}

static void drop(outcome *o)
{
    pith_buf_free(&o->state);
    pith_buf_free(&o->bundle);
}

static bool same_buf(const pith_buf *a, const pith_buf *b)
{
    return pith_text_equal((pith_text){a->data, a->len}, (pith_text){b->data, b->len});
}

static bool same(const outcome *a, const outcome *b)
{
    return same_buf(&a->state, &b->state) && same_buf(&a->bundle, &b->bundle);
}

// The member `current` stands first in a state, `equivocation_count` follows.
static pith_text current_of(const outcome *o)
{
    const char *end = strstr(o->state.data, ",\"equivocation_count\":");
    assert_non_null(end);
    return (pith_text){o->state.data, (size_t)(end - o->state.data)};
}

static void shuffle(const char **texts, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t k = below(i);
        const char *swap = texts[i - 1];
        texts[i - 1] = texts[k];
        texts[k] = swap;
    }
}

// ---- The properties -------------------------------------------------------------------

typedef enum property {
    ORDER_AND_COPIES,
    IDEMPOTENT,
    COMMUTATIVE,
    ASSOCIATIVE,
    SPLIT,
    INVALID_EVENTS,
    BROKEN_COPIES,
    PROPERTIES
} property;

static size_t failures[PROPERTIES];
static size_t sets;

static void hold(property p, bool holds, size_t set)
{
    if (!holds && failures[p]++ == 0)
        print_error("property %d fails first at set %zu\n", (int)p, set);
}

typedef struct chosen {
    size_t events[SET_MAX]; // of the pool
    bool broken[SET_MAX];   // there as a broken copy
    part whole;
    part parts[3];
} chosen;

// Event i of the set, perhaps in its other form.
static const char *either(const chosen *c, size_t i)
{
    return c->broken[i] || below(2) ? c->whole.events[i] : world.pool[c->events[i]].twin;
}

// A random set, and three parts of it that may overlap and together are the whole.
static void choose(chosen *c)
{
    *c = (chosen){.whole.count = below(SET_MAX + 1), .whole.alias_count = below(SET_ALIASES + 1)};
    // Near each other in the pool half of the time, so that withdrawals meet their targets.
    size_t from = below(2) ? 0 : below(POOL - 2 * SET_MAX);
    size_t range = from ? 2 * SET_MAX : POOL;
    for (size_t i = 0; i < c->whole.count; i++) {
        // Some stand there as one or two broken copies instead.
        bool again = i && c->broken[i - 1] && below(2);
        c->events[i] = again ? c->events[i - 1] : from + below(range);
        const item *it = &world.pool[c->events[i]];
        c->broken[i] = it->copies[0] && (again || below(5) == 0);
        c->whole.events[i] = c->broken[i] ? it->copies[below(COPIES)] : it->text;
        size_t mask = 1 + below(7);
        for (size_t k = 0; k < 3; k++) {
            part *p = &c->parts[k];
            if (mask >> k & 1)
                p->events[p->count++] = either(c, i);
        }
    }
    for (size_t i = 0; i < c->whole.alias_count; i++) {
        const char *alias = world.aliases[below(ALIASES)];
        part *p = &c->parts[below(3)];
        c->whole.aliases[i] = p->aliases[p->alias_count++] = alias;
    }
}

static void check_order(const chosen *c, const outcome *whole, size_t set)
{
    part mixed = c->whole;
    for (size_t i = 0; i < c->whole.count; i++) {
        for (size_t times_more = below(3); times_more > 0; times_more--)
            mixed.events[mixed.count++] = either(c, i);
    }
    shuffle(mixed.events, mixed.count);
    shuffle(mixed.aliases, mixed.alias_count);
    outcome o = merge_part(&mixed);
    hold(ORDER_AND_COPIES, same(whole, &o), set);
    drop(&o);
}

static void check_parts(const chosen *c, const outcome *whole, size_t set)
{
    pith_buf a = write_bundle(&c->parts[0]);
    pith_buf b = write_bundle(&c->parts[1]);
    pith_buf d = write_bundle(&c->parts[2]);
    const pith_buf *const list[] = {&d, &a, &b};
    outcome ab = merge_two(&a, &b);
    outcome ba = merge_two(&b, &a);
    outcome bd = merge_two(&b, &d);
    outcome left = merge_two(&ab.bundle, &d);
    outcome right = merge_two(&a, &bd.bundle);
    outcome together = merge(list, 3);
    hold(COMMUTATIVE, same(&ab, &ba), set);
    hold(ASSOCIATIVE, same(&left, &right), set);
    hold(SPLIT, same(&together, whole) && same(&left, whole), set);
    outcome *all[] = {&ab, &ba, &bd, &left, &right, &together};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        drop(all[i]);
    pith_buf_free(&a);
    pith_buf_free(&b);
    pith_buf_free(&d);
}

static void check_same_again(const outcome *whole, size_t set)
{
    outcome twice = merge_two(&whole->bundle, &whole->bundle);
    hold(IDEMPOTENT, same(whole, &twice), set);
    drop(&twice);
}

static void check_invalid(const chosen *c, const outcome *whole, size_t set)
{
    part more = c->whole;
    for (size_t tries = 0; tries < SET_MAX; tries++) {
        const item *it = &world.pool[below(POOL)];
        if (it->fate != VALID)
            more.events[more.count++] = it->text;
    }
    shuffle(more.events, more.count);
    outcome o = merge_part(&more);
    hold(INVALID_EVENTS, pith_text_equal(current_of(whole), current_of(&o)), set);
    drop(&o);
}

static void check_copies(const chosen *c, const outcome *whole, size_t set)
{
    part more = c->whole;
    for (size_t i = 0; i < c->whole.count; i++) {
        const item *it = &world.pool[c->events[i]];
        for (size_t k = below(4); it->copies[0] && !c->broken[i] && k > 0; k--)
            more.events[more.count++] = it->copies[below(COPIES)];
    }
    shuffle(more.events, more.count);
    outcome o = merge_part(&more);
    hold(BROKEN_COPIES, same(whole, &o), set);
    drop(&o);
}

// ---- Tests ----------------------------------------------------------------------------

static unsigned long long number_in(const char *name, unsigned long long usual)
{
    const char *value = getenv(name);
    return value ? strtoull(value, NULL, 10) : usual;
}

static int check_sets(void **state)
{
    (void)state;
    uint64_t seed = number_in("SEED", 20261130);
    sets = (size_t)number_in("N", SETS);
    print_message("SEED=%llu N=%zu\n", (unsigned long long)seed, sets);
    make_world(seed);
    for (size_t i = 0; i < sets; i++) {
        chosen c;
        choose(&c);
        outcome whole = merge_part(&c.whole);
        check_order(&c, &whole, i);
        check_parts(&c, &whole, i);
        check_same_again(&whole, i);
        check_invalid(&c, &whole, i);
        check_copies(&c, &whole, i);
        drop(&whole);
    }
    return 0;
}

static int end_world(void **state)
{
    (void)state;
    pith_arena_free(world.arena);
    return 0;
}

// The sets would show little if the pool were not what it is meant to be.
static void every_event_of_the_pool_has_the_standing_it_was_made_for(void **state)
{
    (void)state;
    static const char *const marks[] = {",\"valid_event_count\":1}",
                                        ",\"unverified_event_count\":1,",
                                        ",\"invalid_event_count\":1,"};
    size_t seen[3] = {0};
    for (size_t i = 0; i < POOL; i++) {
        const item *it = &world.pool[i];
        part p = {.events = {it->text}, .count = 1};
        outcome o = merge_part(&p);
        if (!strstr(o.state.data, marks[it->fate]))
            fail_msg("event %zu is not of fate %d: %s", i, (int)it->fate, it->text);
        seen[it->fate]++;
        drop(&o);
    }
    print_message("pool: %zu valid, %zu unverified, %zu invalid\n", seen[0], seen[1], seen[2]);
    assert_true(seen[0] > POOL / 2 && seen[1] > POOL / 20 && seen[2] > POOL / 20);
}

// Equivocations and withdrawals must occur, or nothing was tested about them.
static void the_whole_pool_has_equivocations_and_withdrawn_events(void **state)
{
    (void)state;
    pith_buf out;
    const char *texts[POOL];
    for (size_t i = 0; i < POOL; i++)
        texts[i] = world.pool[i].text;
    part none = {.count = 0};
    pith_buf empty = write_bundle(&none);
    pith_buf_init(&out, SIZE_MAX);
    pith_buf_add(&out, empty.data, empty.len - 2);
    put_list(&out, texts, POOL);
    pith_buf_puts(&out, "]}");
    const pith_buf *const list[] = {&out};
    outcome o = merge(list, 1);
    assert_null(strstr(o.state.data, "\"equivocation_count\":0,"));
    pith_text current = current_of(&o);
    size_t gone = 0;
    for (size_t i = 0; i < POOL; i++) {
        const item *it = &world.pool[i];
        const char *at = strstr(o.state.data, it->id);
        bool is_current = at && at < current.p + current.n;
        bool may_be = !strstr(it->text, "\"withdrawal\"") && !strstr(it->text, "record_created") &&
                      !strstr(it->text, "graph_snapshot");
        gone += it->fate == VALID && may_be && !is_current;
    }
    print_message("%zu events are withdrawn\n", gone);
    assert_true(gone > 0);
    drop(&o);
    pith_buf_free(&out);
    pith_buf_free(&empty);
}

static void order_duplicates_and_formatting_change_nothing(void **state)
{
    (void)state;
    assert_int_equal(failures[ORDER_AND_COPIES], 0);
}

static void merging_a_merged_bundle_with_itself_changes_nothing(void **state)
{
    (void)state;
    assert_int_equal(failures[IDEMPOTENT], 0);
}

static void merging_commutes(void **state)
{
    (void)state;
    assert_int_equal(failures[COMMUTATIVE], 0);
}

static void merging_is_associative(void **state)
{
    (void)state;
    assert_int_equal(failures[ASSOCIATIVE], 0);
}

static void splitting_and_merging_again_gives_the_whole(void **state)
{
    (void)state;
    assert_int_equal(failures[SPLIT], 0);
}

static void events_that_are_not_valid_change_nothing_current(void **state)
{
    (void)state;
    assert_int_equal(failures[INVALID_EVENTS], 0);
}

static void broken_copies_of_good_events_change_nothing(void **state)
{
    (void)state;
    assert_int_equal(failures[BROKEN_COPIES], 0);
}

// The hash over the states of some sets.
static void hash_some(char hex[65])
{
    pith_buf all;
    uint8_t digest[PITH_DIGEST_LEN];
    world.random = 7;
    pith_buf_init(&all, SIZE_MAX);
    for (size_t i = 0; i < 50; i++) {
        chosen c;
        choose(&c);
        outcome o = merge_part(&c.whole);
        pith_buf_add(&all, o.state.data, o.state.len);
        drop(&o);
    }
    assert_true(pith_buf_ok(&all));
    pith_sha256(all.data, all.len, digest);
    pith_hex(digest, sizeof digest, hex);
    pith_buf_free(&all);
}

static void neither_locale_nor_time_zone_changes_anything(void **state)
{
    (void)state;
    char here[65];
    char there[65];
    hash_some(here);
    locale_t before = uselocale((locale_t)0);
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert_true(plain != (locale_t)0);
    uselocale(plain);
    char *zone = getenv("TZ");
    char *kept = zone ? join("%s", zone) : NULL;
    setenv("TZ", "America/St_Johns", 1);
    tzset();
    hash_some(there);
    if (kept)
        setenv("TZ", kept, 1);
    else
        unsetenv("TZ");
    tzset();
    uselocale(before);
    freelocale(plain);
    assert_string_equal(here, there);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_of_the_pool_has_the_standing_it_was_made_for),
        cmocka_unit_test(the_whole_pool_has_equivocations_and_withdrawn_events),
        cmocka_unit_test(order_duplicates_and_formatting_change_nothing),
        cmocka_unit_test(merging_a_merged_bundle_with_itself_changes_nothing),
        cmocka_unit_test(merging_commutes),
        cmocka_unit_test(merging_is_associative),
        cmocka_unit_test(splitting_and_merging_again_gives_the_whole),
        cmocka_unit_test(events_that_are_not_valid_change_nothing_current),
        cmocka_unit_test(broken_copies_of_good_events_change_nothing),
        cmocka_unit_test(neither_locale_nor_time_zone_changes_anything),
    };
    // The environment's locale and time zone hold for all that follows.
    locale_t locale = newlocale(LC_ALL_MASK, "", (locale_t)0);
    tzset();
    if (locale != (locale_t)0)
        uselocale(locale);
    else
        print_error("SKIP: the locale of the environment is not installed; this is C\n");
    int failed = cmocka_run_group_tests(tests, check_sets, end_world);
    if (locale != (locale_t)0) {
        uselocale(LC_GLOBAL_LOCALE);
        freelocale(locale);
    }
    return failed;
}
