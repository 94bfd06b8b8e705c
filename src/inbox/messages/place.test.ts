import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { one } from "#platform/db/database.ts";
import { talk } from "#test/helpers/talk.ts";
import { insertMessage } from "./insert.ts";
import { placeFor } from "./place.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => t.meet());

interface Found {
  readonly body: string;
  readonly at: number;
  readonly after?: string;
  readonly remaining?: number;
}

/** Inserts a message that was found later, as reconciliation does. */
const fill = ({ body, at, after, remaining = 1 }: Found): number =>
  t.tenant.write((unit) => {
    const ticket = one<{ contact_id: number; connection_id: number }>(
      unit.db,
      "SELECT contact_id, connection_id FROM ticket WHERE id = ?",
      t.ticketId,
    );
    if (!ticket) throw new Error("no ticket");
    const chat = { contactId: ticket.contact_id, connectionId: ticket.connection_id };
    const explicitPlace = placeFor(unit, { ...chat, at, after: after ?? null, remaining });
    return insertMessage(unit, {
      ...chat,
      ticketId: t.ticketId,
      fromMe: false,
      origin: "contact",
      providerId: `found-${body}`,
      body,
      createdAt: at,
      filledAt: unit.now,
      explicitPlace,
    }).id;
  });

const pageOf = async (query = ""): Promise<MessageAnswer[]> =>
  (await t.asAna.get(`/messages/${t.ticketId}${query}`)).body.messages;
const bodiesOf = async (query = ""): Promise<string[]> => (await pageOf(query)).map(({ body }) => body);

/** Messages `n0` … of the customer, ten seconds apart; returns the time of the first one. */
function wroteMany(count: number): number {
  const start = t.app.clock.now() + 10_000;
  for (let n = 0; n < count; n += 1) writeLater(`n${n}`);
  return start;
}

function writeLater(body: string): void {
  t.app.clock.advance(10_000);
  t.receive(wrote(t.customer, body, t.app.clock.now()));
}

describe("the place of a message found later", () => {
  test("a message found later is shown at its own time, also at the edges of pages", async () => {
    const start = wroteMany(45);
    const id = fill({ body: "found", at: start + 24 * 10_000 + 5_000 });
    const first = await pageOf();
    expect(first.map(({ body }) => body)[0]).toBe("n25");
    const older = await bodiesOf(`?before=${first[0]?.id}`);
    expect(older.slice(-2)).toEqual(["n24", "found"]);
    expect((await bodiesOf(`?before=${id}`)).at(-1)).toBe("n24");
    expect((await bodiesOf(`?after=${id}`))[0]).toBe("n25");
    const around = await bodiesOf(`?around=${id}`);
    expect(around.slice(9, 12)).toEqual(["n24", "found", "n25"]);
    expect((await bodiesOf("?pageNumber=2")).at(-1)).toBe("found");
    const [, shown] = (await pageOf(`?before=${first[0]?.id}`)).slice(-2);
    expect(shown).toMatchObject({ filledAt: new Date(t.app.clock.now()).toISOString() });
    expect(first[0]).not.toHaveProperty("filledAt");
  });

  test("messages found later between the same two neighbours are evenly spread and keep their order", async () => {
    const start = wroteMany(2);
    for (let n = 0; n < 30; n += 1)
      fill({ body: `g${n}`, at: start, after: n === 0 ? "none" : `found-g${n - 1}`, remaining: 30 - n });
    const places = t.tenant.db.$client
      .prepare("SELECT place FROM message WHERE ticket_id = ? AND filled_at IS NOT NULL ORDER BY place")
      .all(t.ticketId)
      .map((row) => (row as { place: number }).place);
    const steps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
    expect((await pageOf()).map(({ body }) => body).at(-2)).toBe("g29");
  });

  test("messages found later get new places when no place is left between their neighbours", async () => {
    const start = wroteMany(2);
    for (let n = 0; n < 40; n += 1)
      fill({ body: `g${n}`, at: start, after: n === 0 ? "none" : `found-g${n - 1}` });
    const rows = t.tenant.db.$client
      .prepare("SELECT body, place FROM message WHERE ticket_id = ? AND filled_at IS NOT NULL ORDER BY place")
      .all(t.ticketId) as { body: string; place: number }[];
    expect(rows.map(({ body }) => body)).toEqual(Array.from({ length: 40 }, (_, n) => `g${n}`));
    expect(new Set(rows.map(({ place }) => place)).size).toBe(40);
  });

  test("a message found later that is newer than all others is the last one", async () => {
    wroteMany(2);
    fill({ body: "last", at: t.app.clock.now() + 60_000 });
    expect((await bodiesOf()).at(-1)).toBe("last");
  });

  test("a message found later that is older than all others is the first one", async () => {
    const start = wroteMany(1);
    fill({ body: "first", at: start - 86_400_000 });
    expect(await bodiesOf()).toEqual(["first", "Oi", "n0"]);
  });

  test("the search lists a message found later by its place", async () => {
    const start = t.app.clock.now() + 10_000;
    for (let n = 0; n < 6; n += 1) writeLater(`zebra ${n}`);
    fill({ body: "zebra found", at: start + 35_000 });
    const { hits } = (await t.asAna.get(`/messages/search?searchParam=zebra&ticketId=${t.ticketId}`)).body;
    const bodies = hits.map(({ snippet }: { snippet: string }) => snippet.replace(/[\uE000\uE001]/g, ""));
    expect(bodies).toEqual(["zebra 5", "zebra 4", "zebra found", "zebra 3", "zebra 2", "zebra 1", "zebra 0"]);
  });
});
