import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { readDashboard } from "#inbox/dashboard/read.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { readRatings } from "./read.ts";

let desk: Desk;
let ana: UserCtx;
let chief: UserCtx;
beforeAll(() => {
  desk = openDesk();
  ana = desk.attendant({ name: "Ana", queueIds: [desk.sales] });
  chief = desk.admin();
});
afterAll(() => desk.close());
beforeEach(() => {
  run(desk.tenant.db, "DELETE FROM ticket");
  writeSetting(desk.tenant, "ratingKind", "three");
});

/** A finished attendance of Ana in a queue, rated now. */
function rated(
  scale: "three" | "five" | "nps",
  rate: number,
  { queueId = desk.sales, comment = null as string | null } = {},
): void {
  const { db } = desk.tenant;
  const contactId = desk.contact();
  desk.writes(contactId);
  const now = desk.app.clock.now();
  run(
    db,
    "UPDATE ticket SET status = 'closed', closed_at = ?, queue_id = ? WHERE contact_id = ?",
    now,
    queueId,
    contactId,
  );
  run(
    db,
    `UPDATE ticket_period SET user_id = ?, queue_id = ?, started_at = ?, finished_at = ?
     WHERE ticket_id = (SELECT id FROM ticket WHERE contact_id = ?)`,
    ana.actor.id,
    queueId,
    now,
    now,
    contactId,
  );
  run(
    db,
    `INSERT INTO user_rating (period_id, ticket_id, user_id, scale, rate, comment, created_at)
     SELECT id, ticket_id, user_id, ?, ?, ?, ? FROM ticket_period
     WHERE ticket_id = (SELECT id FROM ticket WHERE contact_id = ?)`,
    scale,
    rate,
    comment,
    now,
    contactId,
  );
  desk.app.clock.advance(1000);
}
const read = (by: UserCtx = chief, query: object = {}) => readRatings(by, { days: "7", ...query });

describe("the satisfaction report", () => {
  test("after a change of the scale each scale has separate figures, and the dashboard shows the current scale", async () => {
    for (const rate of [1, 2, 3, 3]) rated("three", rate);
    writeSetting(desk.tenant, "ratingKind", "nps");
    for (const rate of [10, 9, 7, 0]) rated("nps", rate);
    const { current, scales } = await read();
    expect(current).toBe("nps");
    expect(scales.map(({ attendants: _, ...figures }) => figures)).toEqual([
      { scale: "three", rated: 4, mean: 2.3, satisfied: 75, nps: null },
      { scale: "nps", rated: 4, mean: 6.5, satisfied: 50, nps: 25 },
    ]);
    const dashboard = () => {
      const { ratingScale, attendants } = readDashboard(chief, { days: "7" });
      const { rating, nps } = attendants.find(({ id }) => id === ana.actor.id) ?? {};
      return { ratingScale, rating, nps };
    };
    expect(dashboard()).toEqual({ ratingScale: "nps", rating: 6.5, nps: 25 });
    writeSetting(desk.tenant, "ratingKind", "three");
    expect(dashboard()).toEqual({ ratingScale: "three", rating: 2.3, nps: null });
    writeSetting(desk.tenant, "ratingKind", "five");
    expect(dashboard()).toEqual({ ratingScale: "five", rating: null, nps: null });
  });

  test("ratings 2 and 3 of three, 4 and 5 of five, 9 and 10 of ten count as satisfied", async () => {
    for (const rate of [1, 2, 3]) rated("three", rate);
    for (const rate of [1, 2, 3, 4, 5]) rated("five", rate);
    for (let rate = 0; rate <= 10; rate += 1) rated("nps", rate);
    const satisfied = (await read()).scales.map(({ scale, satisfied, nps }) => [scale, satisfied, nps]);
    expect(satisfied).toEqual([
      ["three", 67, null],
      ["five", 40, null],
      ["nps", 18, -45],
    ]);
  });

  test("the number of ratings equals the rows of the list, with every filter", async () => {
    for (let n = 0; n < 90; n += 1)
      rated(n % 2 === 0 ? "three" : "five", (n % 3) + 1, {
        queueId: n % 3 === 0 ? desk.support : desk.sales,
        comment: n % 5 === 0 ? `Comentário ${n}` : null,
      });
    const all = async (query: object): Promise<number> => {
      let [rows, after] = [0, undefined as string | undefined];
      for (;;) {
        const page = await read(chief, { ...query, after });
        rows += page.rows.length;
        if (page.next === null) return rows;
        after = page.next;
      }
    };
    const counted = async (query: object) =>
      (await read(chief, query)).scales.reduce((sum, one) => sum + one.rated, 0);
    for (const query of [
      {},
      { queueIds: [desk.support] },
      { queueIds: [null] },
      { whatsappIds: [desk.connectionId] },
    ])
      expect(await all(query)).toBe(await counted(query));
    expect(await all({ scale: "five" })).toBe(45);
    expect(await all({ only: "comments" })).toBe(18);
    const [newest] = (await read(chief, { only: "comments" })).rows;
    expect(newest).toMatchObject({ comment: "Comentário 85", user: { name: "Ana" } });
  });

  test("supervisors get the ratings of their queues only", async () => {
    rated("three", 1, { queueId: desk.support });
    rated("three", 3);
    const supervisor = desk.attendant({ name: "Bia", profile: "supervisor", queueIds: [desk.sales] });
    const { scales, rows } = await read(supervisor);
    expect(scales).toMatchObject([{ scale: "three", rated: 1, mean: 3 }]);
    expect(rows.map(({ rate }) => rate)).toEqual([3]);
    expect((await read(supervisor, { queueIds: [desk.support] })).rows).toEqual([]);
    expect((await read(chief, { queueIds: [desk.support] })).rows).toHaveLength(1);
    expect(read(ana)).rejects.toThrow("ERR_NO_PERMISSION");
  });
});
