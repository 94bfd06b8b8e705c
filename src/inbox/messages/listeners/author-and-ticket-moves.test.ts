import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { joao, maria, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { mergeByHand } from "#people/contacts/merge/merge.ts";
import { undoMerge } from "#people/contacts/merge/undo-merge.ts";
import { deleteContact } from "#people/contacts/removal/erase.ts";
import { run } from "#platform/db/database.ts";
import { abandonedMoves } from "./moves-before-merges.ts";

const TICKETS = 128;
const WRITTEN = 512;
const MARIA = 1;
const JOAO = 2;
const GROUP = 3;
/** Maximum number of rows that one transaction may change. */
const MOST_ROWS = 1000;

let s: Scene;
beforeEach(() => {
  s = scene();
  s.receive(wrote(maria, "de Maria", s.clock.now()), wrote(joao, "de João", s.clock.now()));
  writeSetting(s.tenant, "CheckMsgIsGroup", "disabled");
  const group = {
    name: "Equipe",
    identities: [{ kind: "group", value: "123", address: "123@g.us" }],
  } as const;
  s.receive(wrote(group, "no grupo", s.clock.now(), { participant: joao.identities, pushName: joao.name }));
  run(s.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1");
  doubled("ticket", "contact_id = 2", TICKETS, {
    uuid: "hex(randomblob(16))",
    protocol: "hex(randomblob(8))",
  });
  const added =
    "SELECT id, contact_id, connection_id, 'um', 0, 'contact', 1, 1 FROM ticket WHERE contact_id = 2 AND id > 3";
  run(
    s.tenant.db,
    `INSERT INTO message (ticket_id, contact_id, connection_id, body, from_me, origin, created_at, updated_at) ${added}`,
  );
  run(
    s.tenant.db,
    "INSERT INTO ticket_note (ticket_id, contact_id, note, created_at) SELECT id, contact_id, 'nota', 1 FROM ticket WHERE contact_id = 2",
  );
  s.clock.advance(60_000);
  doubled("message", "contact_id = 3", WRITTEN, { provider_id: "NULL", client_message_id: "NULL" });
});
afterEach(() => s.close());

/** Copies rows of a table until it has `many` of them, with the values `other` in some columns. */
function doubled(table: string, which: string, many: number, other: Readonly<Record<string, string>>): void {
  const columns = s
    .rows<{ name: string }>(`SELECT name FROM pragma_table_info('${table}') WHERE name <> 'id'`)
    .map(({ name }) => name);
  const values = columns.map((name) => other[name] ?? name);
  for (let n = 1; n < many; n *= 2)
    run(s.tenant.db, `INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table} WHERE ${which}`);
}

/** Returns the rows of each contact, and the notes and messages whose contact differs from that of their ticket. */
function owned() {
  const count = (from: string, id: number) =>
    s.row<{ n: number }>(`SELECT count(*) AS n FROM ${from} = ?`, id)?.n ?? 0;
  const of = (id: number) => ({
    tickets: count("ticket WHERE contact_id", id),
    notes: count("ticket_note WHERE contact_id", id),
    messages: count("message WHERE contact_id", id),
    written: count("message WHERE participant_id", id),
  });
  const astray = (table: string) =>
    s.rows(`SELECT 1 FROM ${table} r JOIN ticket t ON t.id = r.ticket_id WHERE t.contact_id <> r.contact_id`);
  return {
    maria: of(MARIA),
    joao: of(JOAO),
    astray: [...astray("message"), ...astray("ticket_note")].length,
  };
}
const records = () => [...s.rows("SELECT * FROM ticket_move"), ...s.rows("SELECT * FROM author_move")].length;
const APART = {
  maria: { tickets: 1, notes: 0, messages: 1, written: 0 },
  joao: { tickets: TICKETS, notes: TICKETS, messages: TICKETS, written: WRITTEN },
  astray: 0,
};
const NONE = { tickets: 0, notes: 0, messages: 0, written: 0 };
const TOGETHER = {
  maria: { tickets: TICKETS + 1, notes: TICKETS, messages: TICKETS + 1, written: WRITTEN },
  joao: NONE,
  astray: 0,
};

/** Runs `work` with every transaction counted: stops before the one with this number, as after a kill. */
async function stoppedAt(
  step: number,
  work: () => Promise<unknown>,
): Promise<{ readonly isDone: boolean; readonly rows: readonly number[] }> {
  const { write } = s.tenant.base;
  const changed = () => s.row<{ n: number }>("SELECT total_changes() AS n")?.n ?? 0;
  const rows: number[] = [];
  Object.assign(s.tenant.base, {
    write: (act: Parameters<typeof write>[0]) => {
      if (rows.length >= step) throw new Error("killed");
      const before = changed();
      const result = write.call(s.tenant.base, act);
      rows.push(changed() - before);
      return result;
    },
  });
  const isDone = await work().then(
    () => true,
    (error: Error) => {
      expect(error.message).toBe("killed");
      return false;
    },
  );
  Object.assign(s.tenant.base, { write });
  return { isDone, rows };
}
const EVER = Number.POSITIVE_INFINITY;
async function afterAMinute(): Promise<void> {
  s.clock.advance(60_000);
  await abandonedMoves.run(s.tenant.installation);
}

describe("a merge of a contact with 128 tickets and 512 messages in groups", () => {
  test("a merge moves the tickets, notes and authors of a large contact in steps, and the undo returns them in steps", async () => {
    expect(owned()).toEqual(APART);
    let mergeId = 0;
    const merge = await stoppedAt(EVER, async () => {
      mergeId = await mergeByHand(s.admin, MARIA, JOAO);
    });
    expect(owned()).toEqual(TOGETHER);
    const undo = await stoppedAt(EVER, () => undoMerge(s.admin, mergeId));
    expect(owned()).toEqual(APART);
    expect([merge.rows.length > 7, undo.rows.length > 7]).toEqual([true, true]);
    expect(Math.max(...merge.rows, ...undo.rows)).toBeLessThan(MOST_ROWS);
    expect([records(), s.rows("SELECT * FROM message_move")]).toEqual([0, []]);
  });

  test("a merge that stops after any step is undone by the job, or continues when it is requested again", async () => {
    for (const step of [1, 2, 4, 6]) {
      expect(await stoppedAt(step, () => mergeByHand(s.admin, MARIA, JOAO))).toMatchObject({ isDone: false });
      await afterAMinute();
      expect([step, owned(), records()]).toEqual([step, APART, 0]);
    }
    await stoppedAt(5, () => mergeByHand(s.admin, MARIA, JOAO));
    const mergeId = await mergeByHand(s.admin, MARIA, JOAO);
    expect(owned()).toEqual(TOGETHER);
    await undoMerge(s.admin, mergeId);
    expect(owned()).toEqual(APART);
  });

  test("an undo that stops after any step is completed by the job", async () => {
    for (const step of [2, 4, 7]) {
      const mergeId = await mergeByHand(s.admin, MARIA, JOAO);
      expect(await stoppedAt(step, () => undoMerge(s.admin, mergeId))).toMatchObject({ isDone: false });
      await afterAMinute();
      expect([step, owned(), records()]).toEqual([step, APART, 0]);
    }
  });

  test("after a merge that stopped while moving tickets, deleting one contact keeps the rows of the other", async () => {
    await stoppedAt(6, () => mergeByHand(s.admin, MARIA, JOAO));
    expect(owned().joao.tickets).toBeLessThan(TICKETS);
    await deleteContact(s.admin, MARIA);
    expect(owned()).toEqual({ ...APART, maria: NONE });
    expect(s.rows("SELECT 1 FROM message WHERE contact_id = ? AND body <> ''", GROUP)).toHaveLength(WRITTEN);
  });

  test("the deletion of the remaining contact deletes the record of what moved in steps", async () => {
    await mergeByHand(s.admin, MARIA, JOAO);
    expect(records()).toBeGreaterThan(0);
    await deleteContact(s.admin, MARIA);
    expect([owned(), records()]).toEqual([{ maria: NONE, joao: NONE, astray: 0 }, 0]);
  });
});
