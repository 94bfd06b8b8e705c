import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { all, one, run } from "#platform/db/database.ts";
import { cloudOf } from "#simulator/graph/cloud-book.ts";
import { tell } from "#simulator/graph/cloud-calls.ts";
import {
  changeCapability,
  disableAccount,
  reportQuality,
  reportViolation,
  restrictAccount,
} from "#simulator/graph/cloud-standing.ts";
import { type OfficialOffice, officialOffice } from "#test/helpers/official.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TEMPLATE = { templateName: "pedido_enviado", templateLanguage: "pt_BR", parameters: [] };

let place: PagesApp;
let office: OfficialOffice;
beforeAll(async () => {
  place = await startPagesApp();
});
afterAll(() => place.stop());
beforeEach(async () => {
  office = await officialOffice(place);
  customers = 0;
});

let customers = 0;
const graph = () => place.graph;
const settled = () => quiet(place.graph);
/** Texts and template names of the messages that the network accepted. */
const arrived = () =>
  cloudOf(graph().book)
    .sent.filter(({ number }) => number === office.number)
    .map(({ body, type }) =>
      type === "template"
        ? (body["template"] as { name: string }).name
        : (body["text"] as { body: string }).body.replace(/^\*Ana:\*\n/, ""),
    );
const restrictions = async () => {
  const { body } = await place.app.api(office.ana).get(`/whatsapp/${office.connectionId}/reach`);
  return (body.restrictions as { kind: string; effect: string }[]).map(
    ({ kind, effect }) => `${kind}:${effect}`,
  );
};
const states = () =>
  all<{ state: string; error: string | null }>(
    office.tenant.db,
    "SELECT send_state AS state, send_error AS error FROM message WHERE from_me = 1 ORDER BY id",
  );
const heldBy = () =>
  all<{ by: string }>(
    office.tenant.db,
    "SELECT held_by AS by FROM outbox WHERE held_by IS NOT NULL ORDER BY id",
  ).map(({ by }) => by);
async function pass(ms: number, step = MINUTE): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    place.app.clock.advance(Math.min(left, step));
    await place.app.app.runJob("ends of restrictions");
    await place.app.app.runJob("outbox");
    await settled();
  }
}
/** A customer who wrote just now, in a ticket of Ana's; returns the ticket's id. */
async function begin(phone = `55119300${10_000 + ++customers}`): Promise<number> {
  office.customer({ phone }).writes("Oi");
  await settled();
  const id = one<{ id: number }>(office.tenant.db, "SELECT max(id) AS id FROM ticket")?.id ?? 0;
  const accept = "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ? WHERE id = ?";
  run(office.tenant.db, accept, office.ana.actor.id, office.queueId, id);
  return id;
}
const send = async (ticketId: number, body: object) => {
  const answer = await place.app.api(office.ana).post(`/messages/${ticketId}`, body);
  await settled();
  return answer;
};

describe("a message that Meta refuses for a temporary reason", () => {
  for (const isLate of [false, true])
    for (const [code, kind] of [
      [130_497, "account_restricted"],
      [131_031, "account_restricted"],
      [368, "account_restricted"],
      [131_048, "limit_reached"],
      [131_064, "limit_reached"],
    ] as const)
      test(`a message refused with ${code}${isLate ? " after its acceptance" : ""} waits a day and is then sent once`, async () => {
        const id = await begin();
        office.number.refusals = [{ code, isLate }];
        await send(id, { body: "Seu pedido chegou" });
        const before = isLate ? 1 : 0;
        expect(states()).toEqual([{ state: "queued", error: "ERR_NUMBER_RESTRICTED" }]);
        expect(heldBy()).toEqual([kind]);
        expect(await restrictions()).toEqual([`${kind}:${code === 130_497 ? "none" : "templates"}`]);
        await pass(23 * HOUR, HOUR);
        expect(arrived()).toHaveLength(before);
        office.number.refusals = [];
        office.customer({ phone: `55119300${10_000 + customers}` }).writes("Alguém?");
        await settled();
        await pass(2 * HOUR, HOUR);
        expect(arrived()).toHaveLength(before + 1);
        expect(states()[0]).toMatchObject({ state: "sent", error: null });
        expect(await restrictions()).toEqual([]);
      });

  test("a message sent too fast is tried again after one minute, then after four, and the number gets no restriction", async () => {
    const id = await begin();
    office.number.refusals = [{ code: 131_056, isLate: true }];
    await send(id, { body: "um" });
    expect(states().map(({ state }) => state)).toEqual(["queued"]);
    expect([heldBy(), await restrictions()]).toEqual([["refused"], []]);
    await pass(59_000, 59_000);
    expect(arrived()).toEqual(["um"]);
    await pass(MINUTE, 10_000);
    expect(arrived()).toEqual(["um", "um"]);
    office.number.refusals = [];
    await pass(2 * MINUTE);
    expect(arrived()).toEqual(["um", "um"]);
    await pass(3 * MINUTE);
    expect(arrived()).toEqual(["um", "um", "um"]);
    expect(states()).toEqual([{ state: "sent", error: null }]);
  });

  test("a repeated report of a refused send does not change the retry", async () => {
    const id = await begin();
    office.number.refusals = [{ code: 131_056, isLate: true }];
    await send(id, { body: "um" });
    const [first] = cloudOf(graph().book).sent.slice(-1);
    office.number.refusals = [];
    await pass(3 * MINUTE);
    expect(states()).toEqual([{ state: "sent", error: null }]);
    if (first) await tell(graph(), first, "failed", [{ code: 131_056, title: "late" }]);
    await settled();
    expect(states()).toEqual([{ state: "sent", error: null }]);
    await pass(10 * MINUTE);
    expect(arrived()).toEqual(["um", "um"]);
  });

  test("a number that may not send to one country still sends to the others", async () => {
    const [cuba, brazil] = [await begin("5355500001"), await begin()];
    office.number.refusals = [{ code: 130_497, prefix: "53" }];
    await send(cuba, { body: "Cuba" });
    await send(brazil, { body: "Brasil" });
    await send(brazil, TEMPLATE);
    expect(arrived()).toEqual(["Brasil", "pedido_enviado"]);
    expect(states().map(({ state }) => state)).toEqual(["queued", "sent", "sent"]);
  });

  test("a final refusal fails the message", async () => {
    const id = await begin();
    office.number.refusals = [{ code: 131_026 }];
    await send(id, { body: "Oi" });
    expect(states()).toEqual([{ state: "failed", error: "ERR_WAPP_INVALID_CONTACT" }]);
  });
});

describe("notices of Meta about an official account", () => {
  test("while business-initiated messages are restricted, templates wait until the end that Meta states, and answers are sent", async () => {
    const id = await begin();
    await restrictAccount(graph(), office.number, [
      { type: "RESTRICTED_BIZ_INITIATED_MESSAGING", endsAt: place.app.clock.now() + 3 * HOUR },
    ]);
    expect(await restrictions()).toEqual(["account_restricted:templates"]);
    await send(id, { body: "Resposta" });
    const other = await begin();
    await send(other, TEMPLATE);
    expect(arrived()).toEqual(["Resposta"]);
    expect(heldBy()).toEqual(["account_restricted"]);
    office.number.refusals = [];
    await pass(2 * HOUR, HOUR);
    expect(arrived()).toEqual(["Resposta"]);
    await pass(2 * HOUR, HOUR);
    expect(arrived()).toEqual(["Resposta", "pedido_enviado"]);
    expect(await restrictions()).toEqual([]);
  });

  test("messages that a disabled account could not send are sent when Meta reinstates it", async () => {
    const id = await begin();
    await disableAccount(graph(), office.number, "SCHEDULE_FOR_DISABLE");
    expect(await restrictions()).toEqual(["account_restricted:none"]);
    await send(id, { body: "antes" });
    await disableAccount(graph(), office.number, "DISABLE");
    expect(await restrictions()).toEqual(["account_restricted:everything"]);
    await send(id, { body: "durante" });
    expect([arrived(), heldBy()]).toEqual([["antes"], ["account_restricted"]]);
    await disableAccount(graph(), office.number, "REINSTATE");
    await pass(2 * MINUTE);
    expect(arrived()).toEqual(["antes", "durante"]);
    expect(await restrictions()).toEqual([]);
  });

  test("a larger limit of recipients immediately ends the wait of templates; a smaller one does not", async () => {
    await place.app.app.runJob("number-states");
    await settled();
    office.number.portfolio.recipientsLeft = 0;
    await send(await begin(), TEMPLATE);
    expect(heldBy()).toEqual(["limit_reached"]);
    await changeCapability(graph(), office.number, 50);
    expect(await restrictions()).toEqual(["limit_reached:templates"]);
    await changeCapability(graph(), office.number, 2000);
    expect(await restrictions()).toEqual([]);
    await pass(2 * MINUTE);
    expect(arrived()).toEqual(["pedido_enviado"]);
  });

  test("a flagged quality is only shown; an upgrade ends the limit of recipients", async () => {
    await reportQuality(graph(), office.number, "FLAGGED");
    expect(await restrictions()).toEqual(["quality_low:none"]);
    await reportQuality(graph(), office.number, "UNFLAGGED");
    expect(await restrictions()).toEqual([]);
    office.number.portfolio.recipientsLeft = 0;
    await send(await begin(), TEMPLATE);
    delete office.number.portfolio.recipientsLeft;
    await reportQuality(graph(), office.number, "UPGRADE");
    await pass(2 * MINUTE);
    expect(arrived()).toEqual(["pedido_enviado"]);
  });

  test("a violation is only shown, for at most a day", async () => {
    await reportViolation(graph(), office.number, "SCAM");
    expect(await restrictions()).toEqual(["account_restricted:none"]);
    await send(await begin(), TEMPLATE);
    expect(arrived()).toEqual(["pedido_enviado"]);
    await pass(DAY + HOUR, HOUR);
    expect(await restrictions()).toEqual([]);
  });
});
