import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { all, one, run } from "#platform/db/database.ts";
import { option, queueing, shopOf } from "./testing.ts";

const { t, queuedTickets, start, meet } = queueing();
beforeAll(start);
afterAll(() => t.stop());
beforeEach(meet);

describe("the tree of a queue", () => {
  const inTree = () => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    const root = option(t, shop.queues[1] ?? 0, { option: "1", title: "Internet", message: "O que houve?" });
    const leaf = (fields: Readonly<Record<string, string | number | null>>) =>
      option(t, shop.queues[1] ?? 0, { parent_id: root, option: "1", title: "Lenta", ...fields });
    const walk = () => ["oi", "2", "1", "1"].map((text) => shop.write(text)).at(-1);
    return { ...shop, leaf, walk };
  };

  test("the tree of a queue assigns the ticket to a user of the queue, who is notified as after a transfer", () => {
    const shop = inTree();
    run(t.tenant.db, "INSERT INTO user_queue VALUES (?, ?)", t.ana.actor.id, shop.queues[1] ?? 0);
    shop.leaf({ action: "user", target_user_id: t.ana.actor.id, message: "Ana já vem" });
    expect(shop.walk()).toEqual(["Ana já vem"]);
    expect(shop.ticket()).toMatchObject({ status: "open", userId: t.ana.actor.id, chatbot: false });
    expect(
      all(t.tenant.db, "SELECT 1 FROM outbox WHERE ticket_id = ? AND state = 'cancelled'", shop.ticket().id),
    ).toEqual([]);
  });

  test("a leaf that transfers to a user outside its queue leaves the ticket waiting in the queue instead", () => {
    const shop = inTree();
    shop.leaf({ action: "user", target_user_id: t.ana.actor.id });
    shop.walk();
    expect(shop.ticket()).toMatchObject({ status: "pending", userId: null, chatbot: false });
    expect(queuedTickets).toEqual([shop.ticket().id]);
  });

  test("the tree of a queue closes the ticket after its last text was sent", () => {
    const shop = inTree();
    shop.leaf({ action: "close", message: "Até logo" });
    expect(shop.walk()).toEqual(["Até logo"]);
    expect(shop.ticket()).toMatchObject({ status: "closed", closeReason: "bot" });
    expect(
      all(t.tenant.db, "SELECT 1 FROM outbox WHERE ticket_id = ? AND state = 'cancelled'", shop.ticket().id),
    ).toEqual([]);
  });

  test("the tree of a queue adds a tag", () => {
    const shop = inTree();
    const { id } = run(
      t.tenant.db,
      "INSERT INTO tag (name, color, created_at, updated_at) VALUES ('Lenta', '#112233', 0, 0)",
    );
    shop.leaf({ action: "tag", target_tag_id: id });
    shop.walk();
    expect(
      one<{ tag_id: number }>(
        t.tenant.db,
        "SELECT tag_id FROM ticket_tag WHERE ticket_id = ?",
        shop.ticket().id,
      )?.tag_id,
    ).toBe(id);
  });

  test("the tree of a queue can be edited while a customer is in it", () => {
    const shop = inTree();
    shop.leaf({});
    for (const text of ["oi", "2", "1"]) shop.write(text);
    run(t.tenant.db, "DELETE FROM queue_option WHERE title = 'Internet'");
    option(t, shop.queues[1] ?? 0, { option: "1", title: "Wi-Fi" });
    expect(shop.write("1")).toEqual(["Setor Suporte\n\n*1* - Wi-Fi\n*#* - Menu inicial"]);
  });
});
