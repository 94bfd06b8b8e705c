import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { about, type Customer, phone, wrote } from "#inbox/messages/testing.ts";
import { reportOf } from "#outreach/campaigns/report/report.ts";
import { DAY, HOUR, MINUTE, type Office, office, SECOND } from "#outreach/campaigns/testing.ts";
import { run } from "#platform/db/database.ts";
import { testQueue } from "#test/helpers/installation.ts";
import { undoOptOut } from "./replies.ts";

let o: Office;
beforeEach(() => {
  o = office();
});
afterEach(() => o.close());

const person = (n: number): Customer => ({ name: `Pessoa ${n}`, identities: [phone(o.numberOf(n))] });
const says = (n: number, text: string) => o.receive(wrote(person(n), text, o.clock.now()));
const texts = () => o.arrivals.map(({ text }) => text);
const asking = (size: number, fields: object = {}) =>
  o.campaign(size, { confirmation: true, confirmationMessage1: "Posso enviar, {nome}?", ...fields });
const open = () => o.rows("SELECT 1 FROM ticket WHERE status <> 'closed'").length;

describe("a campaign that asks first", () => {
  test("only recipients who confirm the request get the campaign's message, in their turn", async () => {
    const id = asking(3);
    await o.pass(41 * SECOND);
    expect(texts()).toEqual([
      "Posso enviar, Pessoa 0?",
      "Posso enviar, Pessoa 1?",
      "Posso enviar, Pessoa 2?",
    ]);
    says(1, "Sim");
    says(0, "não");
    says(2, "quem fala?");
    expect(o.states(id)).toEqual({ waiting: 1, "skipped(refused)": 1, awaiting_confirmation: 1 });
    await o.pass(MINUTE);
    expect(texts().slice(3)).toEqual(["Olá Pessoa 1"]);
    expect(o.arrivals[3]?.at).toBe((o.arrivals[2]?.at ?? 0) + 20 * SECOND);
    expect(reportOf(o.tenant.db, id)).toMatchObject({
      ...{ valid: 3, delivered: 1, confirmationsRequested: 3, confirmations: 1, skipped: { refused: 1 } },
    });
  });

  test("an answer to a request opens no ticket, another reply does", async () => {
    asking(2);
    await o.pass(21 * SECOND);
    says(0, "👍");
    expect(open()).toBe(0);
    expect(o.row("SELECT last_message AS last FROM ticket WHERE id = 1")).toEqual({ last: "👍" });
    says(1, "quanto custa?");
    expect(open()).toBe(1);
  });

  test("the messages to confirmed recipients are sent before new requests", async () => {
    asking(4);
    await o.pass(10 * SECOND);
    says(0, "ok");
    await o.pass(11 * SECOND);
    expect(texts()).toEqual(["Posso enviar, Pessoa 0?", "Olá Pessoa 0"]);
  });

  test("any reply confirms when the company chose so", async () => {
    writeSetting(o.tenant, "campaignConfirmMode", "any");
    const id = asking(2);
    await o.pass(21 * SECOND);
    says(0, "quanto custa?");
    says(1, "sair");
    expect(o.states(id)).toEqual({ waiting: 1, "skipped(opt_out)": 1 });
  });

  test("an answer of a contact with several requests belongs to the oldest request", async () => {
    const first = asking(1, { message1: "A" });
    const second = asking(1, { message1: "B" });
    await o.pass(MINUTE);
    says(0, "sim");
    expect([o.states(first), o.states(second)]).toEqual([{ waiting: 1 }, { awaiting_confirmation: 1 }]);
  });

  test("a request expires after 48 hours", async () => {
    const id = asking(1);
    await o.pass(48 * HOUR - 1);
    expect(o.status(id)).toBe("running");
    await o.pass(MINUTE);
    expect(o.states(id)).toEqual({ expired: 1 });
    expect(o.status(id)).toBe("finished");
    says(0, "sim");
    await o.pass(HOUR);
    expect(o.arrivals).toHaveLength(1);
  });

  test("the request of a campaign has the text of the recipient's variant, or else the first text", async () => {
    asking(2, { message2: "Oi {nome}", confirmationMessage2: "Dois?" });
    await o.pass(MINUTE);
    expect(texts()).toEqual(["Posso enviar, Pessoa 0?", "Dois?"]);
  });
});

describe("a reply to a campaign", () => {
  test("a reply to a campaign is counted and opens a ticket in the campaign's queue", async () => {
    const queue = testQueue(o.tenant, "Vendas");
    const id = o.campaign(2, { campaignReplyQueueId: queue });
    await o.finish(id);
    says(1, "Quero saber mais");
    expect(o.states(id)).toEqual({ sent: 1, replied: 1 });
    expect(
      o.row("SELECT queue_id AS queue, unread_messages AS unread FROM ticket WHERE status = 'pending'"),
    ).toEqual({
      ...{ queue, unread: 1 },
    });
    expect(reportOf(o.tenant.db, id).replied).toBe(1);
  });

  test("a reply to a campaign that arrives too late is handled as an ordinary message", async () => {
    const id = o.campaign(1);
    await o.finish(id);
    o.clock.advance(8 * DAY);
    says(0, "Oi");
    expect(o.states(id)).toEqual({ sent: 1 });
  });

  test("a recipient who replied stays in the state replied when later receipts arrive", async () => {
    const id = o.campaign(1);
    await o.finish(id);
    const { providerId = "" } = o.arrivals[0] ?? {};
    const mark = (ack: 2 | 4 | 5) =>
      o.receive(about(person(0), "ack", providerId, { at: o.clock.now(), ack, error: null }));
    mark(2);
    expect(o.states(id)).toEqual({ delivered: 1 });
    mark(4);
    expect(o.states(id)).toEqual({ read: 1 });
    says(0, "Oi");
    mark(5);
    expect(o.states(id)).toEqual({ replied: 1 });
    expect(reportOf(o.tenant.db, id)).toMatchObject({ delivered: 1, received: 1, read: 1, replied: 1 });
  });
});

describe("an opt-out keyword", () => {
  test("an opt-out ends all campaigns for a contact, is confirmed once, opens no ticket and can be undone", async () => {
    const id = o.campaign(1);
    await o.finish(id);
    says(0, "SAIR");
    says(0, "sair");
    await o.pass(SECOND);
    expect(open()).toBe(0);
    expect(texts()).toEqual(["Olá Pessoa 0", "Pronto, você não receberá mais mensagens de campanha."]);
    const again = o.campaign(1);
    await o.finish(again);
    expect(o.states(again)).toEqual({ "skipped(opt_out)": 1 });
    undoOptOut(o.admin, 1);
    const third = o.campaign(1, { message1: "De volta" });
    await o.finish(third);
    expect(texts().at(-1)).toBe("De volta");
  });

  test.each([
    ["en", "Done, you will no longer receive campaign messages."],
    ["es", "Listo, ya no recibirá mensajes de campaña."],
  ])("an opt-out is confirmed in the company's language (%s)", async (language, confirmation) => {
    writeSetting(o.tenant, "language", language);
    await o.finish(o.campaign(1));
    says(0, "SAIR");
    await o.pass(SECOND);
    expect(texts().at(-1)).toBe(confirmation);
  });

  test("the opt-out keyword is the company's own and applies to running campaigns", async () => {
    writeSetting(o.tenant, "optOutWords", JSON.stringify(["chega"]));
    const first = o.campaign(1);
    await o.finish(first);
    const second = o.campaign(0, { contactListId: o.row2(first).contactListId, message1: "Outra" });
    run(o.tenant.db, "UPDATE campaign_sender SET next_send_at = ?", o.clock.now() + MINUTE);
    await o.pass(1);
    says(0, "sair");
    expect(o.states(second)).toEqual({ waiting: 1 });
    says(0, "chega");
    expect(o.states(second)).toEqual({ "skipped(opt_out)": 1 });
    expect(o.status(second)).toBe("finished");
  });

  test("an opt-out keyword has no effect more than 7 days after a campaign", async () => {
    await o.finish(o.campaign(1));
    o.clock.advance(7 * DAY + MINUTE);
    says(0, "sair");
    expect(o.row("SELECT opted_out_at AS at FROM contact")).toEqual({ at: null });
  });
});
