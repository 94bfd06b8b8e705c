import { afterEach, beforeEach, expect, test } from "bun:test";
import { maria, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { deleteTicket } from "#inbox/tickets/transitions/delete.ts";
import { all, one, run } from "#platform/db/database.ts";
import { rewriteIndex } from "#platform/db/rewrite-index.ts";

let s: Scene;
beforeEach(() => {
  s = scene();
});
afterEach(() => s.close());

const COPY = `INSERT INTO message (ticket_id, contact_id, connection_id, body, from_me, origin, created_at, updated_at)
  SELECT ticket_id, contact_id, connection_id, body, from_me, origin, created_at, updated_at FROM message`;
const messages = () => one<{ n: number }>(s.tenant.db, "SELECT count(*) AS n FROM message")?.n ?? 0;
/** Whether a word is in the pages of the index, marked as removed or not. */
const isInIndex = (word: string) =>
  all<{ block: Uint8Array }>(s.tenant.db, "SELECT block FROM message_search_data").some(({ block }) =>
    Buffer.from(block).includes(word),
  );

test("a conversation of a thousand messages is deleted in steps, and requests are served in between", async () => {
  s.receive(wrote(maria, "bom dia", s.clock.now()));
  for (let doubled = 1; doubled < 1024; doubled *= 2) run(s.tenant.db, COPY);
  expect(messages()).toBe(1024);
  const ticket = one<{ id: number }>(s.tenant.db, "SELECT id FROM ticket");
  const left: number[] = [];
  let isOver = false;
  const deleted = deleteTicket(s.admin, ticket?.id ?? 0).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    left.push(messages());
    await new Promise((turn) => setImmediate(turn));
  }
  await deleted;
  expect(left.filter((n) => n > 0 && n < 1024).length).toBeGreaterThan(3);
  expect(s.rows("SELECT id FROM ticket")).toEqual([]);
  expect(messages()).toBe(0);
});

test("a removed word is not found at once, and is in no page of the index after it was rewritten", async () => {
  s.receive(wrote(maria, "meu segredo", s.clock.now()), wrote(maria, "fica aqui", s.clock.now()));
  run(s.tenant.db, "DELETE FROM message WHERE body = 'meu segredo'");
  expect(s.rows("SELECT rowid FROM message_search WHERE message_search MATCH 'segredo'")).toEqual([]);
  expect(isInIndex("segredo")).toBe(true);
  await rewriteIndex(s.tenant.db, "message_search", () => Promise.resolve());
  expect(isInIndex("segredo")).toBe(false);
  expect(s.rows("SELECT rowid FROM message_search WHERE message_search MATCH 'fica'")).toHaveLength(1);
});

test("removing a message does not look through the rows of its words", () => {
  const settings = s.rows("SELECT v FROM message_search_config WHERE k = 'secure-delete'");
  expect(settings).toEqual([{ v: 0 }]);
});
