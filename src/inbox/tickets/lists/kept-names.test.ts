import { afterEach, beforeEach, expect, test } from "bun:test";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { run } from "#platform/db/database.ts";
import { ticketPage } from "./page.ts";

let desk: Desk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.close());

const first = () => {
  const { tickets, count } = ticketPage(desk.admin(), {
    searchParam: "",
    pageNumber: 1,
    status: "open",
    showAll: "true",
  });
  const [ticket] = tickets;
  return { count, user: ticket?.user?.name, queue: ticket?.queue, connection: ticket?.whatsapp.name };
};

test("a list immediately shows the new name of an attendant, queue and connection", () => {
  const ana = desk.attendant({ name: "Ana" });
  desk.attended(ana, desk.sales);
  expect(first()).toMatchObject({ count: 1, user: "Ana", queue: { id: desk.sales, name: "Vendas" } });
  run(desk.tenant.db, "UPDATE user SET name = 'Ana Lima' WHERE id = ?", ana.actor.id);
  run(desk.tenant.db, "UPDATE queue SET name = 'Loja', color = '#123456' WHERE id = ?", desk.sales);
  run(desk.tenant.db, "UPDATE connection SET name = 'Número novo'");
  expect(first()).toEqual({
    count: 1,
    user: "Ana Lima",
    queue: { id: desk.sales, name: "Loja", color: "#123456" },
    connection: "Número novo",
  });
});

test("names and sizes read in a transaction that was rolled back are not cached", () => {
  const ana = desk.attendant({ name: "Ana" });
  desk.attended(ana, desk.sales);
  expect(() =>
    desk.tenant.write(({ db }) => {
      run(db, "UPDATE user SET name = 'Bia' WHERE id = ?", ana.actor.id);
      run(db, "UPDATE ticket SET status = 'pending', user_id = NULL");
      expect(first()).toMatchObject({ count: 0 });
      run(db, "UPDATE ticket SET status = 'open', user_id = ?", ana.actor.id);
      expect(first()).toMatchObject({ count: 1, user: "Bia" });
      run(db, "DELETE FROM ticket");
      expect(first()).toMatchObject({ count: 0 });
      throw new Error("undone");
    }),
  ).toThrow("undone");
  expect(first()).toMatchObject({ count: 1, user: "Ana" });
});
