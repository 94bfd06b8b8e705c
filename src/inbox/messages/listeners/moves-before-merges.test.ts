import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { joao, maria, phone, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { readTimeline } from "#inbox/messages/timeline/timeline.ts";
import { contactById } from "#people/contacts/index.ts";
import { mergeByHand, mergeContacts } from "#people/contacts/merge/merge.ts";
import { undoMerge } from "#people/contacts/merge/undo-merge.ts";
import { deleteContact } from "#people/contacts/removal/erase.ts";
import { one, run } from "#platform/db/database.ts";
import { abandonedMoves } from "./moves-before-merges.ts";

const MANY = 2048;
const MARIA = 1;
const JOAO = 2;
let s: Scene;
beforeEach(() => {
  s = scene();
  s.receive(wrote(maria, "de Maria", s.clock.now()), wrote(joao, "de João", s.clock.now()));
  for (let doubled = 1; doubled < MANY; doubled *= 2)
    run(
      s.tenant.db,
      `INSERT INTO message (ticket_id, contact_id, connection_id, body, from_me, origin, created_at, updated_at)
        SELECT ticket_id, contact_id, connection_id, body, from_me, origin, created_at, updated_at FROM message
        WHERE contact_id = ?`,
      JOAO,
    );
  run(s.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1");
});
afterEach(() => s.close());

const count = (contactId: number) =>
  one<{ n: number }>(s.tenant.db, "SELECT count(*) AS n FROM message WHERE contact_id = ?", contactId)?.n;
const turnOfLoop = () => new Promise((turn) => setImmediate(turn));
/** Starts a merge of João into Maria that stops after its first step, as after a kill. */
async function interruptedMerge(): Promise<void> {
  const { write } = s.tenant.base;
  const merge = mergeByHand(s.admin, MARIA, JOAO);
  Object.assign(s.tenant.base, {
    write: () => {
      throw new Error("killed");
    },
  });
  await expect(merge).rejects.toThrow("killed");
  Object.assign(s.tenant.base, { write });
  expect([count(MARIA), count(JOAO)]).toEqual([201, MANY - 200]);
}
function thirdContact(): number {
  s.receive(wrote({ name: "Rita", identities: [phone("5531955551234")] }, "de Rita", s.clock.now()));
  return one<{ id: number }>(s.tenant.db, "SELECT max(id) AS id FROM contact")?.id ?? 0;
}
const moves = () => s.rows("SELECT * FROM message_move");

describe("a merge of a contact with 2,048 messages", () => {
  test("the messages of a merged contact move in steps, and other requests are served between the steps", async () => {
    const left: (number | undefined)[] = [];
    let isOver = false;
    const merge = mergeByHand(s.admin, MARIA, JOAO).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      left.push(count(JOAO));
      await turnOfLoop();
    }
    const mergeId = await merge;
    expect(new Set(left).size).toBeGreaterThan(3);
    expect([count(MARIA), count(JOAO)]).toEqual([MANY + 1, 0]);
    expect(moves()).toEqual([]);
    undoMerge(s.admin, mergeId);
    expect([count(MARIA), count(JOAO)]).toEqual([1, MANY]);
  });

  test("the surviving contact's conversation shows none of the moved messages before the merge is complete", async () => {
    await interruptedMerge();
    const { messages, count: shown } = readTimeline(s.admin, 1, { pageNumber: 1, scope: "all" });
    expect(messages.map(({ body }) => body)).toEqual(["de Maria"]);
    expect(shown).toBe(1);
  });

  test("the job moves the messages of an interrupted merge back after a minute", async () => {
    await interruptedMerge();
    await abandonedMoves.run(s.tenant.installation);
    expect(moves()).toHaveLength(1);
    s.clock.advance(60_000);
    await abandonedMoves.run(s.tenant.installation);
    expect([count(MARIA), count(JOAO)]).toEqual([1, MANY]);
    expect(moves()).toEqual([]);
  });

  test("an interrupted merge continues when it is requested again", async () => {
    await interruptedMerge();
    const mergeId = await mergeByHand(s.admin, MARIA, JOAO);
    expect([count(MARIA), count(JOAO)]).toEqual([MANY + 1, 0]);
    undoMerge(s.admin, mergeId);
    expect([count(MARIA), count(JOAO)]).toEqual([1, MANY]);
  });

  test("after an interrupted merge, either contact can be deleted together with only its own messages", async () => {
    await interruptedMerge();
    await deleteContact(s.admin, MARIA);
    expect([count(MARIA), count(JOAO)]).toEqual([0, MANY]);
    await deleteContact(s.admin, JOAO);
    expect(s.rows("SELECT 1 FROM message")).toEqual([]);
    expect(moves()).toEqual([]);
  });

  test("messages of an interrupted merge follow their contact when the network merges it into a third one", async () => {
    const third = thirdContact();
    await interruptedMerge();
    const merge = () =>
      s.tenant.write((unit) => {
        const [survivor, loser] = [contactById(unit.db, third), contactById(unit.db, JOAO)];
        if (survivor && loser) mergeContacts(unit, survivor, loser, null);
      });
    merge();
    expect([count(MARIA), count(JOAO), count(third)]).toEqual([1, 0, MANY + 1]);
    expect(moves()).toEqual([]);
  });

  test("an interrupted merge is moved back even after its target was merged into a third contact", async () => {
    const third = thirdContact();
    await interruptedMerge();
    s.tenant.write((unit) => {
      const [survivor, loser] = [contactById(unit.db, third), contactById(unit.db, MARIA)];
      if (survivor && loser) mergeContacts(unit, survivor, loser, null);
    });
    s.clock.advance(60_000);
    await abandonedMoves.run(s.tenant.installation);
    expect([count(JOAO), count(third)]).toEqual([MANY, 2]);
    expect(moves()).toEqual([]);
  });

  test("of two simultaneous merges of a contact into different contacts the first one ends, and the second finds no contact", async () => {
    const third = thirdContact();
    const results = await Promise.allSettled([
      mergeByHand(s.admin, MARIA, JOAO),
      mergeByHand(s.admin, third, JOAO),
      mergeByHand(s.admin, JOAO, MARIA),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect([count(MARIA), count(JOAO), count(third)]).toEqual([MANY + 1, 0, 1]);
    expect(moves()).toEqual([]);
  });
});
