import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { joao, maria, phone, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { readTimeline } from "#inbox/messages/timeline/timeline.ts";
import { mergeByHand } from "#people/contacts/merge/merge.ts";
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

/** Maximum rows that one transaction changes: a step of 200 messages with their rows in the search index and cost ledger. */
const MOST_ROWS = 1000;
/** Runs `work` and returns the rows that each of its transactions changed. */
async function rowsPerTransaction(work: () => Promise<unknown>): Promise<number[]> {
  const changed = () => one<{ n: number }>(s.tenant.db, "SELECT total_changes() AS n")?.n ?? 0;
  const { write } = s.tenant.base;
  const rows: number[] = [];
  let before = changed();
  Object.assign(s.tenant.base, {
    write: (act: Parameters<typeof write>[0]) => {
      const result = write.call(s.tenant.base, act);
      rows.push(changed() - before);
      before = changed();
      return result;
    },
  });
  await work();
  Object.assign(s.tenant.base, { write });
  rows.push(changed() - before);
  return rows;
}

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
    await undoMerge(s.admin, mergeId);
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
    await undoMerge(s.admin, mergeId);
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

  test("after an interrupted merge, the moved messages follow their contact when it is merged into a third one", async () => {
    const third = thirdContact();
    await interruptedMerge();
    await mergeByHand(s.admin, third, JOAO);
    expect([count(MARIA), count(JOAO), count(third)]).toEqual([1, 0, MANY + 1]);
    expect(moves()).toEqual([]);
  });

  test("an interrupted merge is moved back even after its target was merged into a third contact", async () => {
    const third = thirdContact();
    await interruptedMerge();
    await mergeByHand(s.admin, third, MARIA);
    s.clock.advance(60_000);
    await abandonedMoves.run(s.tenant.installation);
    expect([count(JOAO), count(third)]).toEqual([MANY, 2]);
    expect(moves()).toEqual([]);
  });

  test("of several simultaneous merges of a contact only the first succeeds", async () => {
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

describe("the transactions of a merge, its undo and a deletion", () => {
  // Other requests are served between two transactions, so this limits how long they wait, on any machine.
  test("with 2,048 messages, no transaction of a merge, its undo or the deletion of the contact changes more than 1,000 rows", async () => {
    let mergeId = 0;
    const merge = await rowsPerTransaction(async () => {
      mergeId = await mergeByHand(s.admin, MARIA, JOAO);
    });
    const undo = await rowsPerTransaction(() => undoMerge(s.admin, mergeId));
    const removal = await rowsPerTransaction(() => deleteContact(s.admin, JOAO));
    expect([merge.length, undo.length, removal.length].every((steps) => steps > 10)).toBe(true);
    expect(Math.max(...merge, ...undo, ...removal)).toBeLessThan(MOST_ROWS);
  });

  test("the record of a merge does not list the messages that moved in steps", async () => {
    await mergeByHand(s.admin, MARIA, JOAO);
    const { size = 0 } = s.row<{ size: number }>("SELECT length(moved) AS size FROM contact_merge") ?? {};
    expect(size).toBeLessThan(2000);
  });
});

/** A message of Maria that reveals João's number as hers. */
const revealed = (text: string) =>
  wrote({ name: "Maria", identities: [...maria.identities, ...joao.identities] }, text, s.clock.now());
const ticketOf = (body: string) =>
  s.row<{ contact: number; ownerOfTicket: number }>(
    `SELECT m.contact_id AS contact, t.contact_id AS ownerOfTicket FROM message m JOIN ticket t ON t.id = m.ticket_id
    WHERE m.body = ?`,
    body,
  );
async function until(isDone: () => boolean): Promise<void> {
  for (let turns = 0; !isDone() && turns < 500; turns += 1) await turnOfLoop();
  expect(isDone()).toBe(true);
}
const merged = () => s.rows("SELECT id FROM contact_merge WHERE automatic = 1").length === 1;

describe("a merge that the network reveals", () => {
  test("messages of a contact that the network reveals as another move in steps, and other chats are processed meanwhile", async () => {
    s.receive(revealed("sou eu"));
    expect([count(MARIA), count(JOAO)]).toEqual([201, MANY - 200]);
    const other: string[] = [];
    await until(() => {
      if (!merged() && other.length < 3) {
        other.push(`oi ${other.length}`);
        s.receive(wrote({ name: "Rita", identities: [phone("5531955551234")] }, `oi ${other.length}`, 1));
        expect(ticketOf(`oi ${other.length}`)).toBeDefined();
      }
      return merged();
    });
    expect(other).toHaveLength(3);
    expect([count(MARIA), count(JOAO)]).toEqual([MANY + 2, 0]);
    expect(ticketOf("sou eu")).toEqual({ contact: MARIA, ownerOfTicket: MARIA });
    expect(moves()).toEqual([]);
    expect(s.rows("SELECT 1 FROM inbound_event WHERE state = 'failed'")).toEqual([]);
  });

  test("a message that arrives while its contact is merged in steps is stored with that contact and moves to the survivor later", async () => {
    s.receive(revealed("sou eu"));
    s.receive(wrote(joao, "enquanto isso", s.clock.now()));
    expect(ticketOf("enquanto isso")).toEqual({ contact: JOAO, ownerOfTicket: JOAO });
    const shown = readTimeline(s.admin, 1, { pageNumber: 1, scope: "all" }).messages;
    expect(shown.map(({ body }) => body)).toEqual(["de Maria"]);
    await until(merged);
    expect(ticketOf("enquanto isso")).toEqual({ contact: MARIA, ownerOfTicket: MARIA });
  });

  test("later messages of the chat wait for the merge in steps and keep their order", async () => {
    s.receive(revealed("primeira"), revealed("segunda"));
    expect(ticketOf("segunda")).toBeUndefined();
    await until(() => ticketOf("segunda") !== undefined);
    const bodies = s.rows<{ body: string }>(
      "SELECT body FROM message WHERE body LIKE '%e%da' OR body LIKE 'prim%'",
    );
    expect(bodies.map(({ body }) => body)).toEqual(["primeira", "segunda"]);
  });

  test("an automatic merge that a kill interrupted continues when the event is processed again", async () => {
    const { write } = s.tenant.base;
    s.receive(revealed("sou eu"));
    Object.assign(s.tenant.base, {
      write: () => {
        throw new Error("killed");
      },
    });
    for (let turns = 0; turns < 20; turns += 1) await turnOfLoop();
    Object.assign(s.tenant.base, { write });
    expect(count(JOAO)).toBe(MANY - 200);
    s.clock.advance(10_000);
    s.receive();
    await until(merged);
    expect([count(MARIA), count(JOAO)]).toEqual([MANY + 2, 0]);
    expect(ticketOf("sou eu")).toEqual({ contact: MARIA, ownerOfTicket: MARIA });
  });
});

describe("the undo of a merge of 2,048 messages", () => {
  test("the undo of a merge returns the messages in steps, and other requests are served between the steps", async () => {
    const mergeId = await mergeByHand(s.admin, MARIA, JOAO);
    const seen = new Set<number | undefined>();
    let isOver = false;
    const undo = undoMerge(s.admin, mergeId).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await turnOfLoop();
      seen.add(count(JOAO));
      const { messages } = readTimeline(s.admin, 1, { pageNumber: 1, scope: "all" });
      expect(messages.map(({ body }) => body)).toEqual(["de Maria"]);
    }
    await undo;
    expect(seen.size).toBeGreaterThan(3);
    expect([count(MARIA), count(JOAO)]).toEqual([1, MANY]);
    expect(moves()).toEqual([]);
  });

  test("an undo that a kill interrupted is completed by the job, and messages that arrive meanwhile go to their contact", async () => {
    const mergeId = await mergeByHand(s.admin, MARIA, JOAO);
    s.receive(wrote(maria, "ainda juntos", s.clock.now()));
    const { write } = s.tenant.base;
    const failure = undoMerge(s.admin, mergeId).catch(String);
    while (count(JOAO) === 0) await turnOfLoop();
    Object.assign(s.tenant.base, {
      write: () => {
        throw new Error("killed");
      },
    });
    expect(await failure).toContain("killed");
    Object.assign(s.tenant.base, { write });
    expect(count(JOAO)).toBeLessThan(MANY);
    s.receive(wrote(joao, "depois", s.clock.now()));
    expect(ticketOf("depois")).toEqual({ contact: JOAO, ownerOfTicket: JOAO });
    s.clock.advance(60_000);
    await abandonedMoves.run(s.tenant.installation);
    expect([count(MARIA), count(JOAO)]).toEqual([2, MANY + 1]);
    expect(moves()).toEqual([]);
  });

  test("the undo of a merge does not move messages that the other contact wrote in a returned ticket after the merge", async () => {
    run(s.tenant.db, "UPDATE ticket SET status = 'pending', closed_at = NULL WHERE contact_id = ?", JOAO);
    const mergeId = await mergeByHand(s.admin, MARIA, JOAO);
    s.receive(
      wrote(maria, "de Maria no mesmo atendimento", s.clock.now()),
      wrote(joao, "mais", s.clock.now()),
    );
    await undoMerge(s.admin, mergeId);
    expect([count(MARIA), count(JOAO)]).toEqual([2, MANY + 1]);
    expect(ticketOf("de Maria no mesmo atendimento")?.contact).toBe(MARIA);
  });
});
