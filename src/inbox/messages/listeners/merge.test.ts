import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { joao, maria, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { readTimeline } from "#inbox/messages/timeline/timeline.ts";
import { mergeByHand } from "#people/contacts/merge/merge.ts";
import { undoMerge } from "#people/contacts/merge/undo-merge.ts";
import { deleteContact } from "#people/contacts/removal/erase.ts";
import { run } from "#platform/db/database.ts";

let s: Scene;
beforeEach(() => {
  s = scene();
});
afterEach(() => s.close());

const now = () => s.clock.now();
const close = () => run(s.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1");
const ofContact = (id: number) =>
  s
    .rows<{ body: string }>("SELECT body FROM message WHERE contact_id = ? ORDER BY id", id)
    .map(({ body }) => body);

describe("merged contacts", () => {
  test("merged contacts have one conversation, and the undo separates them, including later messages", async () => {
    s.receive(wrote(maria, "de Maria", now()));
    s.receive(wrote(joao, "de João", now()));
    close();
    const mergeId = await mergeByHand(s.admin, 1, 2);
    expect(ofContact(1)).toEqual(["de Maria", "de João"]);
    const { messages } = readTimeline(s.admin, 1, { pageNumber: 1, scope: "all" });
    expect(messages.map(({ body }) => body)).toEqual(["de Maria", "de João"]);
    s.clock.advance(60_000);
    s.receive(wrote(joao, "depois", now()), wrote(maria, "também", now()));
    await undoMerge(s.admin, mergeId);
    expect(ofContact(1)).toEqual(["de Maria", "também"]);
    expect(ofContact(2)).toEqual(["de João", "depois"]);
  });

  test("a message that both contacts received is kept once after their merge", async () => {
    s.receive(wrote(maria, "uma vez", now(), { providerId: "SAME" }));
    s.receive(wrote(joao, "uma vez", now(), { providerId: "SAME" }));
    close();
    await mergeByHand(s.admin, 1, 2);
    expect(ofContact(1)).toEqual(["uma vez"]);
  });
});

test("erasing a person removes their data from messages, search index, inbox and outbox", async () => {
  s.receive(wrote(maria, "meu segredo", now()), wrote(joao, "fica", now()));
  close();
  await deleteContact(s.admin, 1);
  expect(s.rows("SELECT body FROM message")).toEqual([{ body: "fica" }]);
  expect(s.rows("SELECT rowid FROM message_search WHERE message_search MATCH 'segredo'")).toEqual([]);
  expect(JSON.stringify(s.rows("SELECT * FROM inbound_event"))).not.toContain("segredo");
  expect(s.rows("SELECT 1 FROM outbox")).toEqual([]);
});
