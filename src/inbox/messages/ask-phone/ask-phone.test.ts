import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { scene, wrote } from "#inbox/messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { cloudOf } from "#simulator/graph/cloud-book.ts";
import { refusesPhone, sendsCard } from "#simulator/graph/cloud-identity.ts";
import { customerOf } from "#simulator/graph/cloud-people.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { type OfficialOffice, officialOffice } from "#test/helpers/official.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";
import { askForPhone } from "./ask-phone.ts";
import { phoneIn } from "./shared-phone.ts";

const DAY = 24 * 60 * 60_000;
const PHONE = "5511977770001";
const MARINA = { name: "Marina", userId: "BR.1111111111AAAA" };
let place: PagesApp;
let office: OfficialOffice;
beforeAll(async () => {
  place = await startPagesApp();
});
afterAll(() => place.stop());
beforeEach(async () => {
  office = await officialOffice(place);
});
const settled = () => quiet(place.graph);
const ana = () => place.app.api(office.ana);
const contacts = () =>
  all<{ id: number; number: string | null; offered_phone: string | null }>(
    office.tenant.db,
    "SELECT id, number, offered_phone FROM contact ORDER BY id",
  );

/** A customer without a phone wrote, and Ana attends. */
async function begin() {
  customerOf(place.graph, office.number, MARINA).writes("Oi");
  await settled();
  const id = one<{ id: number }>(office.tenant.db, "SELECT max(id) AS id FROM ticket")?.id ?? 0;
  const accept = "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ? WHERE id = ?";
  run(office.tenant.db, accept, office.ana.actor.id, office.queueId, id);
  return id;
}
const asks = async (ticketId: number) => {
  const answer = await ana().post(`/tickets/${ticketId}/ask-phone`);
  await settled();
  return answer;
};
const card = (phone: string, isOwn: boolean) => {
  sendsCard(place.graph, office.number, MARINA, { name: "Marina", phone, isOwn });
  return settled();
};
/** Moves the request back; a week on the clock would end the session and the answer window. */
const aWeekPasses = () =>
  run(office.tenant.db, `UPDATE contact SET phone_asked_at = phone_asked_at - ${7 * DAY + 1000}`);
const phoneOf = async (id: number) => (await ana().get(`/contacts/${id}`)).body.phone;

describe("asking for the phone", () => {
  test("the official WhatsApp asks with a button, and the number shared by it is added", async () => {
    const ticketId = await begin();
    expect((await asks(ticketId)).status).toBe(200);
    const sent = cloudOf(place.graph.book).sent.at(-1)?.body["interactive"];
    expect(sent).toMatchObject({ type: "request_contact_info", action: { name: "request_contact_info" } });
    const id = contacts()[0]?.id ?? 0;
    expect(await phoneOf(id)).toMatchObject({ state: "asked", offered: null });
    await card(PHONE, true);
    expect(contacts()).toEqual([{ id, number: PHONE, offered_phone: null }]);
    expect(await phoneOf(id)).toMatchObject({ state: "known" });
  });

  test("an empty text of the settings is replaced by a request in the company's language", async () => {
    writeSetting(office.tenant, "askPhoneMessage", "");
    writeSetting(office.tenant, "language", "es");
    await asks(await begin());
    const sent = cloudOf(place.graph.book).sent.at(-1)?.body["interactive"];
    expect(sent).toMatchObject({ body: { text: "¿Puede indicarnos su número de teléfono?" } });
  });

  test("a number linked by QR code asks by a text, which may contain variables", async () => {
    const qr = scene();
    try {
      writeSetting(qr.tenant, "askPhoneMessage", "{{firstName}}, qual é o seu telefone?");
      const queueId = testQueue(qr.tenant, "Vendas");
      const user = testUser(qr.tenant, { name: "Ana", queueIds: [queueId] });
      const lid = { kind: "lid", value: "100000000000001", address: "100000000000001@lid" } as const;
      qr.receive(wrote({ name: "Marina Sá", identities: [lid] }, "Oi", qr.clock.now()));
      const { id } = qr.row<{ id: number }>("SELECT id FROM ticket") ?? { id: 0 };
      run(
        qr.tenant.db,
        "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ?",
        user.actor.id,
        queueId,
      );
      askForPhone(user, id);
      await qr.settle();
      expect(qr.provider.sent.map(({ content, to }) => [content, to])).toEqual([
        [{ type: "text", text: "Marina, qual é o seu telefone?" }, lid.address],
      ]);
      expect(() => askForPhone(user, id)).toThrow("ERR_PHONE_ASKED");
    } finally {
      qr.close();
    }
  });

  test("a shared number of another contact merges both, which can be undone", async () => {
    customerOf(place.graph, office.number, { name: "Marina celular", phone: PHONE }).writes("Oi");
    await settled();
    const ticketId = await begin();
    await asks(ticketId);
    await card(PHONE, true);
    expect(contacts()).toHaveLength(1);
    const merge = one<{ id: number }>(office.tenant.db, "SELECT id FROM contact_merge")?.id ?? 0;
    expect((await office.asAdmin.post(`/contacts/merges/${merge}/undo`)).status).toBe(200);
    expect(contacts()).toHaveLength(2);
  });

  test("a card that was not requested, and any other card, is only offered", async () => {
    await begin();
    await card(PHONE, true);
    expect(contacts()).toMatchObject([{ number: null, offered_phone: PHONE }]);
    office = await officialOffice(place);
    const ticketId = await begin();
    await asks(ticketId);
    await card("5521966660002", false);
    expect(contacts()).toMatchObject([{ number: null, offered_phone: "5521966660002" }]);
  });

  test("a typed number is offered, and used only when a user confirms it", async () => {
    const ticketId = await begin();
    await asks(ticketId);
    customerOf(place.graph, office.number, MARINA).writes("Claro, é (11) 97777-0001");
    await settled();
    const [{ id = 0 } = {}] = contacts();
    expect(await phoneOf(id)).toMatchObject({ state: "asked", offered: PHONE });
    expect(contacts()[0]?.number).toBeNull();
    expect((await ana().put(`/contacts/${id}`, { number: PHONE })).status).toBe(200);
    expect(await phoneOf(id)).toMatchObject({ state: "known", offered: null });
  });

  test("when a customer refuses to share the phone, the attendant records the refusal and the phone stays unknown", async () => {
    const ticketId = await begin();
    expect(() => refusesPhone(place.graph, office.number, MARINA)).toThrow("was not asked");
    await asks(ticketId);
    refusesPhone(place.graph, office.number, MARINA, "Prefiro não passar");
    await settled();
    const [{ id = 0 } = {}] = contacts();
    expect(contacts()).toEqual([{ id, number: null, offered_phone: null }]);
    expect(await phoneOf(id)).toMatchObject({ state: "asked", offered: null });
    expect((await ana().delete(`/tickets/${ticketId}/ask-phone`)).status).toBe(200);
    expect(await phoneOf(id)).toMatchObject({ state: "refused", offered: null });
  });

  test("a second request within 7 days, a known phone and a stranger's ticket are refused", async () => {
    const ticketId = await begin();
    await asks(ticketId);
    const again = await asks(ticketId);
    expect([again.status, again.body.error]).toEqual([409, "ERR_PHONE_ASKED"]);
    aWeekPasses();
    expect((await asks(ticketId)).status).toBe(200);
    expect((await ana().delete(`/tickets/${ticketId}/ask-phone`)).status).toBe(200);
    expect(await phoneOf(contacts()[0]?.id ?? 0)).toMatchObject({ state: "refused" });
    aWeekPasses();
    customerOf(place.graph, office.number, { ...MARINA, phone: PHONE }).writes("Meu número");
    await settled();
    expect((await asks(ticketId)).body.error).toBe("ERR_VALIDATION");
  });
});

test("a phone is recognised in a text only when it is the only one and has an area", () => {
  const text = (words: string) => phoneIn({ type: "text", text: words }, "55");
  expect(text("meu zap: 11 97777-0001")).toBe(PHONE);
  expect(text("+55 (11) 97777-0001 ou 11977770001")).toBe(PHONE);
  expect(text("+1 415 555 0100")).toBe("14155550100");
  expect(text("11977770001 e 21966660002")).toBeNull();
  expect(text("pedido 123456 de 01/02/2026")).toBeNull();
  expect(text("BR.13491208655302741918")).toBeNull();
});
