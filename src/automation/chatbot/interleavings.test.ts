import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { networkId, wrote } from "#inbox/messages/testing.ts";
import { TicketQueued } from "#inbox/tickets/events.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { all, run } from "#platform/db/database.ts";
import { testUser } from "#test/helpers/installation.ts";
import { talk } from "#test/helpers/talk.ts";
import { option, type Shop, shopOf } from "./testing.ts";

const t = talk();
const announced: Ticket[] = [];
beforeAll(async () => {
  await t.start();
  t.app.installation.bus.within(TicketQueued, (_unit, { ticket }) => void announced.push(ticket));
});
afterAll(() => t.stop());
beforeEach(() => {
  t.meet();
  announced.length = 0;
});

/** Deterministic random numbers: a failure is reproducible. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

function furnished(): Shop & { readonly queues: readonly number[] } {
  const shop = shopOf(t, ["Vendas", "Suporte"]);
  const [sales = 0, support = 0] = shop.queues;
  const root = option(t, support, { option: "1", title: "Internet", message: "Onde?" });
  option(t, support, { parent_id: root, option: "1", title: "Casa", message: "Já vai" });
  option(t, support, { option: "2", title: "Vendas", action: "queue", target_queue_id: sales });
  option(t, support, { option: "3", title: "Fim", action: "close", message: "Até logo" });
  run(t.tenant.db, "UPDATE connection SET max_bot_menus = 0, time_create_new_ticket_minutes = 5");
  writeSetting(t.tenant, "transferStartsBot", "enabled");
  return shop;
}

const WORDS = ["oi", "1", "2", "3", "0", "vendas", "#"];

test.each([1, 3, 5])(
  "the bot never answers while a person has the ticket, in any order of events (seed %d)",
  async (seed) => {
    const shop = furnished();
    const roll = dice(seed);
    const boss = testUser(t.tenant, { profile: "admin" });
    let takenByPerson = false;
    shop.write("oi");
    for (let step = 0; step < 120; step += 1) {
      // A new customer each round, so that the loop guard does not end the test.
      if (shop.ticket().botOff) {
        shop.newcomer();
        shop.write("oi");
        takenByPerson = false;
      }
      const before = shop.ticket();
      const put = (body: object) => t.app.api(boss).put(`/tickets/${before.id}`, body);
      t.app.clock.advance(60_000);
      const spoke = shop.said().length;
      const act = roll(10);
      if (act < 6) {
        const text = WORDS[roll(WORDS.length)] ?? "oi";
        const answers = shop.write(text);
        const after = shop.ticket();
        if (before.status === "open" && after.id === before.id) expect(answers).toEqual([]);
        if (takenByPerson && after.id === before.id && before.status === "pending" && text !== "#")
          expect(answers).toEqual([]);
        if (text === "#" || after.id !== before.id || before.status === "closed") takenByPerson = false;
      } else if (act === 6) {
        expect((await put({ status: "open" })).status).toBe(200);
        takenByPerson = true;
      } else if (act === 7) {
        await put({ status: "pending" });
      } else if (act === 8) {
        t.receive(wrote(t.customer, "Sou eu", t.app.clock.now(), { fromMe: true, providerId: networkId() }));
        takenByPerson = true;
      } else if (roll(2) === 0) {
        await put({ status: "closed", silent: true });
      } else {
        const { status } = await put({ queueId: shop.queues[roll(2)], userId: null, status: "pending" });
        if (status === 200) takenByPerson = !shop.ticket().chatbot;
      }
      const now = shop.ticket();
      if (act >= 6 && act <= 8) expect(shop.said().length).toBe(spoke);
      expect([now.chatbot && now.status !== "pending", now.chatbot && now.queueId === null]).toEqual([
        false,
        false,
      ]);
      if (now.status !== "pending")
        expect(
          queuedBotTexts(now.id).filter((state) => state === "queued" && now.closeReason !== "bot"),
        ).toEqual([]);
    }
    for (const ticket of announced) {
      expect(ticket).toMatchObject({ status: "pending", userId: null, chatbot: false });
      expect(ticket.queueId).not.toBeNull();
    }
    expect(announced.length).toBeGreaterThan(3);
  },
);

const queuedBotTexts = (ticketId: number): string[] =>
  all<{ state: string }>(
    t.tenant.db,
    "SELECT state FROM outbox WHERE ticket_id = ? AND source = 'bot'",
    ticketId,
  ).map(({ state }) => state);
