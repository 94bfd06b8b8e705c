import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { all, run } from "#platform/db/database.ts";
import { option, queueing, shopOf } from "./testing.ts";

const { t, queuedTickets, start, meet } = queueing();
beforeAll(start);
afterAll(() => t.stop());
beforeEach(meet);

describe("the bot outside opening hours", () => {
  const closeCompany = async () => {
    const holiday = new Intl.DateTimeFormat("sv", { timeZone: "America/Sao_Paulo" }).format(
      t.app.clock.now(),
    );
    writeSetting(t.tenant, "scheduleType", "company");
    writeSetting(t.tenant, "holidays", JSON.stringify([{ date: holiday, spans: [] }]));
    await t.asAdmin.put(`/companies/${t.tenant.id}/schedules`, {
      schedules: [{ weekdayEn: "monday", startTime: "08:00", endTime: "18:00" }],
    });
    run(t.tenant.db, "UPDATE connection SET out_of_hours_message = 'Estamos fechados'");
  };

  test("the bot outside opening hours sends the notice once without a menu, and the ticket waits", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    await closeCompany();
    expect(["oi", "1", "oi?"].map((text) => shop.write(text))).toEqual([["Estamos fechados"], [], []]);
    expect(shop.ticket()).toMatchObject({ status: "pending", queueId: null });
    expect(shop.trail()).toEqual(["created", "out_of_hours"]);
    t.app.clock.advance(61 * 60_000);
    expect(shop.write("oi")).toEqual(["Estamos fechados"]);
  });

  test("the bot outside opening hours does not take its own echo for a message of a person", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    await closeCompany();
    shop.write("oi");
    const before = all(t.tenant.db, "SELECT id FROM message").length;
    const typed = (text: string) => t.receive(wrote(t.customer, text, t.app.clock.now(), { fromMe: true }));
    typed("Estamos fechados");
    expect(all(t.tenant.db, "SELECT id FROM message")).toHaveLength(before);
    expect(shop.ticket()).toMatchObject({ unreadMessages: 1, botEndedAt: null });
    typed("Volto já");
    expect(all(t.tenant.db, "SELECT id FROM message")).toHaveLength(before + 1);
    expect(shop.ticket().unreadMessages).toBe(0);
  });

  test("the bot outside opening hours closes the ticket silently if configured, and does not repeat the notice at once", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    await closeCompany();
    writeSetting(t.tenant, "outOfHoursAction", "close");
    expect(shop.write("oi")).toEqual(["Estamos fechados"]);
    expect(shop.ticket()).toMatchObject({ status: "closed", closeReason: "bot" });
    expect(shop.write("alô?")).toEqual([]);
    expect(shop.ticket().status).toBe("closed");
  });

  test("the bot outside opening hours sends the notice once when each message opens and closes a ticket", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    await closeCompany();
    writeSetting(t.tenant, "outOfHoursAction", "close");
    run(t.tenant.db, "UPDATE connection SET time_create_new_ticket_minutes = 0");
    expect(["oi", "alô?", "tem alguém?"].map((text) => shop.write(text))).toEqual([
      ["Estamos fechados"],
      [],
      [],
    ]);
  });

  test("the bot outside opening hours leaves a ticket of the only queue waiting in it", async () => {
    const shop = shopOf(t, ["Vendas"]);
    await closeCompany();
    shop.write("oi");
    expect([shop.ticket().queueId, queuedTickets]).toEqual([shop.queues[0] ?? 0, [shop.ticket().id]]);
  });
});

describe("the loop guard", () => {
  test("the loop guard switches the bot off after the same text three times, and notifies the admins", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    run(t.tenant.db, "UPDATE connection SET max_bot_menus = 0");
    const answers = ["a", "b", "c", "d", "e", "f"].map((text) => shop.write(text).length);
    expect(answers).toEqual([1, 1, 1, 1, 0, 0]);
    expect(shop.ticket().botOff).toBe(true);
    expect(shop.trail()).toEqual(["created", "loop_guard"]);
    expect(all(t.tenant.db, "SELECT 1 FROM notice WHERE code = 'loop_guard'").length).toBe(1);
    expect(shop.write("#")).toEqual([]);
  });

  test("the loop guard switches the bot off after five answers within two seconds each", () => {
    const shop = shopOf(t, ["Vendas"]);
    const root = option(t, shop.queues[0] ?? 0, { option: "1", title: "Um", message: "Um" });
    option(t, shop.queues[0] ?? 0, { parent_id: root, option: "1", title: "Dois" });
    const quick = (text: string) => {
      t.app.clock.advance(500);
      t.receive(wrote(t.customer, text, t.app.clock.now()));
      return shop.ticket().botOff;
    };
    expect(["oi", "1", "0", "1", "0", "1"].map(quick)).toEqual([false, false, false, false, false, true]);
    expect([shop.ticket().chatbot, queuedTickets]).toEqual([false, [shop.ticket().id]]);
  });

  test("the loop guard switches the bot off after twenty texts in ten minutes", () => {
    const shop = shopOf(t, ["Vendas"]);
    const root = option(t, shop.queues[0] ?? 0, { option: "1", title: "Um", message: "Um" });
    option(t, shop.queues[0] ?? 0, { parent_id: root, option: "1", title: "Dois" });
    for (let turn = 0; turn < 30; turn += 1) shop.write(turn % 2 === 0 ? "1" : "0");
    expect(shop.said().length).toBe(20);
  });
});
