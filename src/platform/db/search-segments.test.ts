import { afterEach, beforeEach, expect, test } from "bun:test";
import { removeMessages } from "#inbox/messages/remove.ts";
import { maria, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { all, one, run } from "./database.ts";
import { fillBeforeSearch, fillIndex } from "./late-index.ts";
import { changeCount } from "./open.ts";
import { mergeOnce } from "./search-segments.ts";

let s: Scene;
beforeEach(() => {
  s = scene();
  s.receive(wrote(maria, "primeira", s.clock.now()));
  fillIndex(s.tenant.db, "message");
});
afterEach(() => s.close());

const COPY = `INSERT INTO message (ticket_id, contact_id, connection_id, body, from_me, origin, created_at, updated_at)
  SELECT ticket_id, contact_id, connection_id, value, from_me, origin, created_at, updated_at
  FROM message, json_each(?) WHERE message.id = 1`;
const segments = () =>
  one<{ n: number }>(s.tenant.db, "SELECT count(DISTINCT segid) AS n FROM message_search_idx")?.n ?? 0;
/** Stores messages whose index entries are a segment of their own. */
const storeSegment = (...texts: string[]) => {
  run(s.tenant.db, COPY, JSON.stringify(texts));
  fillBeforeSearch(s.tenant.db, "message");
};
const storeSegments = (count: number) => {
  for (let n = 0; n < count; n += 1) storeSegment(`frase ${n}`);
};
const found = (word: string) =>
  all(s.tenant.db, "SELECT rowid FROM message_search WHERE message_search MATCH ?", word).length;
const check = () =>
  run(s.tenant.db, "INSERT INTO message_search (message_search, rank) VALUES ('integrity-check', 1)");
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("no commit merges segments of a search index, also when there are many", () => {
  storeSegments(100);
  expect(segments()).toBe(101);
});

test("a commit starts merging a fragmented search index, which happens in later turns of the event loop", async () => {
  storeSegments(100);
  s.tenant.write(() => undefined);
  expect(segments()).toBe(101);
  // A commit within 50 ms of the last look at the index does not look again.
  while (segments() > 16) {
    await nextTurn();
    s.tenant.write(() => undefined);
  }
  expect(found("frase")).toBe(100);
  check();
});

test("an index with few segments is left as it is", async () => {
  storeSegments(5);
  const before = changeCount(s.tenant.db.$client);
  expect(mergeOnce(s.tenant.db, "message_search")).toBe(false);
  s.tenant.write(() => undefined);
  for (let turns = 0; turns < 10; turns += 1) await nextTurn();
  expect(changeCount(s.tenant.db.$client)).toBe(before);
  expect(segments()).toBe(6);
});

test("large segments are merged a few pages at a time", () => {
  for (let n = 0; n < 8; n += 1)
    storeSegment(
      ...Array.from({ length: 100 }, (_, m) =>
        Array.from({ length: 20 }, (_, k) => `${k}palavra${n}x${m}y${k}`).join(" "),
      ),
    );
  const pages = one<{ n: number }>(s.tenant.db, "SELECT count(*) AS n FROM message_search_data")?.n ?? 0;
  const steps: number[] = [];
  for (;;) {
    const before = changeCount(s.tenant.db.$client);
    if (!mergeOnce(s.tenant.db, "message_search")) break;
    steps.push(changeCount(s.tenant.db.$client) - before);
  }
  expect(pages).toBeGreaterThan(60);
  expect(steps.length).toBeGreaterThan(5);
  // Rows of all tables of the index; the last step also deletes the segments that were merged.
  expect(Math.max(...steps.slice(0, -1))).toBeLessThan(64);
  expect(found("3palavra3x7y3")).toBe(1);
  check();
});

test("an import leaves no fragmented index", () => {
  storeSegments(60);
  run(s.tenant.db, COPY, JSON.stringify(["última"]));
  fillIndex(s.tenant.db, "message");
  expect(segments()).toBeLessThanOrEqual(16);
  check();
});

test("the messages of one deletion step leave one segment", () => {
  storeSegment(...Array.from({ length: 100 }, (_, n) => `frase ${n}`));
  const before = segments();
  const rows = all<{ id: number; mediaId: null }>(
    s.tenant.db,
    "SELECT id, media_id AS mediaId FROM message WHERE id > 1",
  );
  s.tenant.write((unit) => removeMessages(unit, rows));
  expect(segments()).toBe(before + 1);
  expect(found("frase")).toBe(0);
});
