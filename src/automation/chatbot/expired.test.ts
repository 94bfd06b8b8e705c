import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { all, one, run } from "#platform/db/database.ts";
import { queueing, shopOf } from "./testing.ts";

const { t, start, meet } = queueing();
beforeAll(start);
afterAll(() => t.stop());
beforeEach(meet);

const change = (fields: string) => {
  run(t.app.installation.system, `UPDATE company SET ${fields} WHERE id = ?`, t.tenant.id);
  t.app.installation.tenants.refresh(t.tenant.id);
};
const arrived = () =>
  all<{ body: string }>(t.tenant.db, "SELECT body FROM message WHERE from_me = 0 ORDER BY id").map(
    ({ body }) => body,
  );
const unread = () => one<{ n: number }>(t.tenant.db, "SELECT sum(unread_messages) AS n FROM ticket")?.n ?? 0;

test("after the due date messages are stored and counted without an answer of the bot, until the company has paid", () => {
  const shop = shopOf(t, ["Vendas", "Suporte"]);
  const before = arrived().length;
  const unreadBefore = unread();
  for (const [stop, again] of [
    ["due_date = '2026-11-01'", "due_date = '2027-11-01'"],
    ["active = 0", "active = 1"],
  ] as const) {
    shop.newcomer();
    change(stop);
    expect(shop.write("Bom dia")).toEqual([]);
    change(again);
    expect(shop.write("Tem alguém?")).not.toEqual([]);
  }
  expect(arrived().slice(before)).toEqual(["Bom dia", "Tem alguém?", "Bom dia", "Tem alguém?"]);
  expect(unread() - unreadBefore).toBe(4);
});
