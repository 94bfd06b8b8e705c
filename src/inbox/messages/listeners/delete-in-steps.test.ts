import { afterEach, beforeEach, expect, test } from "bun:test";
import { maria, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { deleteTicket } from "#inbox/tickets/transitions/delete.ts";
import { ContactCounting, ContactErasing } from "#people/contacts/events.ts";
import { deleteContact } from "#people/contacts/removal/erase.ts";
import { all, one, run } from "#platform/db/database.ts";
import { fillIndex } from "#platform/db/late-index.ts";
import { rewriteIndex } from "#platform/db/search-segments.ts";

let s: Scene;
beforeEach(() => {
  s = scene();
});
afterEach(() => s.close());

const COPY = `INSERT INTO message (ticket_id, contact_id, connection_id, body, from_me, origin, created_at, updated_at)
  SELECT ticket_id, contact_id, connection_id, body, from_me, origin, created_at, updated_at FROM message`;
const messages = () => one<{ n: number }>(s.tenant.db, "SELECT count(*) AS n FROM message")?.n ?? 0;
/** Whether the pages of the search index contain a word, even one that is marked as removed. */
const isInIndex = (word: string) =>
  all<{ block: Uint8Array }>(s.tenant.db, "SELECT block FROM message_search_data").some(({ block }) =>
    Buffer.from(block).includes(word),
  );

/** Returns the number of messages left at each turn of the event loop while rows are deleted. */
async function leftWhile(deletion: Promise<void>): Promise<number[]> {
  const left: number[] = [];
  let isOver = false;
  const done = deletion.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    left.push(messages());
    await new Promise((turn) => setImmediate(turn));
  }
  await done;
  return left;
}
/** Creates one closed ticket of contact 1 with 1024 messages and returns its id. */
function longConversation(): number {
  s.receive(wrote(maria, "bom dia", s.clock.now()));
  for (let doubled = 1; doubled < 1024; doubled *= 2) run(s.tenant.db, COPY);
  run(s.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1");
  return one<{ id: number }>(s.tenant.db, "SELECT id FROM ticket")?.id ?? 0;
}

test("a conversation of a thousand messages is deleted in steps, and requests are served between the steps", async () => {
  const left = await leftWhile(deleteTicket(s.admin, longConversation()));
  expect(left.filter((n) => n > 0 && n < 1024).length).toBeGreaterThan(3);
  expect(s.rows("SELECT id FROM ticket")).toEqual([]);
  expect(messages()).toBe(0);
});

test("a contact with a thousand messages is deleted in steps, and its erasure certificate counts all of them", async () => {
  longConversation();
  const recorded: number[] = [];
  s.tenant.installation.bus.within(
    ContactCounting,
    (_unit, { counts }) => void counts.set("messages", messages()),
  );
  s.tenant.installation.bus.within(
    ContactErasing,
    (_unit, { counts }) => void recorded.push(counts.get("messages") ?? 0),
  );
  const left = await leftWhile(deleteContact(s.admin, 1));
  expect(left.filter((n) => n > 0 && n < 1024).length).toBeGreaterThan(3);
  expect(s.rows("SELECT id FROM contact")).toEqual([]);
  expect(messages()).toBe(0);
  expect(recorded).toEqual([1024]);
});

test("an interrupted deletion keeps the contact, and the next deletion removes the remaining messages", async () => {
  longConversation();
  const stopped = deleteContact(s.admin, 1);
  const { tenant } = s;
  const write = tenant.write;
  // The second step does not run, as after a kill.
  Object.assign(tenant, {
    write: () => {
      throw new Error("killed");
    },
  });
  await expect(stopped).rejects.toThrow("killed");
  Object.assign(tenant, { write });
  expect(messages()).toBe(924);
  expect(s.rows("SELECT id FROM contact")).toHaveLength(1);
  await deleteContact(s.admin, 1);
  expect(messages()).toBe(0);
  expect(s.rows("SELECT id FROM contact")).toEqual([]);
});

test("a removed word is immediately not found, and is in no page of the index after the index was rewritten", async () => {
  s.receive(wrote(maria, "meu segredo", s.clock.now()), wrote(maria, "fica aqui", s.clock.now()));
  fillIndex(s.tenant.db, "message");
  run(s.tenant.db, "DELETE FROM message WHERE body = 'meu segredo'");
  expect(s.rows("SELECT rowid FROM message_search WHERE message_search MATCH 'segredo'")).toEqual([]);
  expect(isInIndex("segredo")).toBe(true);
  await rewriteIndex(s.tenant.db, "message_search", () => Promise.resolve());
  expect(isInIndex("segredo")).toBe(false);
  expect(s.rows("SELECT rowid FROM message_search WHERE message_search MATCH 'fica'")).toHaveLength(1);
});

test("deleting a message does not scan the search index for its words", () => {
  const settings = s.rows("SELECT v FROM message_search_config WHERE k = 'secure-delete'");
  expect(settings).toEqual([{ v: 0 }]);
});
