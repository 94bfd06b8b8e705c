import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { all, one, run } from "#platform/db/database.ts";
import { cloudOf } from "#simulator/graph/cloud-book.ts";
import { changeOfIds, type NewIds } from "#simulator/graph/cloud-identity.ts";
import { customerOf } from "#simulator/graph/cloud-people.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { type OfficialOffice, officialOffice } from "#test/helpers/official.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";

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
const OLD = { name: "Marina", phone: "5511977770001", userId: "BR.1111111111AAAA" };
const NEW = { name: "Marina", phone: "5521966660002", userId: "BR.2222222222BBBB" };
const person = (ids: object) => customerOf(place.graph, office.number, { name: "Marina", ...ids });
const changes = async (before: typeof OLD, after: NewIds) => {
  place.graph.deliver(changeOfIds(place.graph, office.number, before, after));
  await settled();
};
const contacts = () =>
  all<{ id: number; name: string; number: string | null }>(
    office.tenant.db,
    "SELECT id, name, number FROM contact ORDER BY id",
  );

describe("ids of people on the official WhatsApp", () => {
  test("a customer who changes number and id stays one contact, and is answered under the new number", async () => {
    person(OLD).writes("Oi");
    await settled();
    await changes(OLD, { phone: NEW.phone, userId: NEW.userId });
    person(NEW).writes("Mudei de número");
    await settled();
    expect(contacts()).toMatchObject([{ number: NEW.phone }]);
    const ticketId = one<{ id: number }>(office.tenant.db, "SELECT id FROM ticket")?.id ?? 0;
    const accepted = { status: "open", userId: office.ana.actor.id, queueId: office.queueId };
    await office.asAdmin.put(`/tickets/${ticketId}`, accepted);
    await office.asAdmin.post(`/messages/${ticketId}`, { body: "Anotado" });
    await settled();
    expect(cloudOf(place.graph.book).sent.at(-1)).toMatchObject({ to: NEW.phone });
  });

  test("messages before and after a change of number lead to one contact, in whichever order they arrive", async () => {
    const steps = [
      () => person(OLD).writes("antes"),
      () => place.graph.deliver(changeOfIds(place.graph, office.number, OLD, NEW)),
      () => person(NEW).writes("depois"),
    ];
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [2, 0, 1],
    ]) {
      office = await officialOffice(place);
      for (const step of order) {
        steps[step]?.();
        await settled();
      }
      expect([order, contacts().length]).toEqual([order, 1]);
    }
  });

  test("a new id without a phone is taken over, and the phone stays known", async () => {
    person(OLD).writes("Oi");
    await settled();
    await changes(OLD, { userId: NEW.userId });
    person({ userId: NEW.userId }).writes("Oi de novo");
    await settled();
    expect(contacts()).toMatchObject([{ number: OLD.phone }]);
  });

  test("a parent id finds the contact and is never an address", async () => {
    const { userId } = OLD;
    const parent = { ...customerOf(place.graph, office.number, { name: "Marina", userId }) };
    parent.sends({ type: "text", text: { body: "Oi" }, from_parent_user_id: "BR.ENT.9999" });
    await settled();
    const rows = all<{ scope: string; value: string }>(
      office.tenant.db,
      "SELECT scope, value FROM contact_identity ORDER BY id",
    );
    expect(rows).toEqual([
      { scope: office.number.businessId, value: userId },
      { scope: "parent", value: "BR.ENT.9999" },
    ]);
  });

  test("an authentication template to a contact without a phone is refused: ERR_NEEDS_PHONE", async () => {
    person({ userId: "BR.4444444444DD" }).writes("Oi");
    await settled();
    const { id } = one<{ id: number }>(office.tenant.db, "SELECT max(id) AS id FROM ticket") ?? { id: 0 };
    run(office.tenant.db, "UPDATE ticket SET status = 'open', user_id = ?", office.ana.actor.id);
    const template = { templateName: "pedido_enviado", templateLanguage: "pt_BR", parameters: [] };
    run(
      office.tenant.db,
      "UPDATE message_template SET category = 'AUTHENTICATION' WHERE name = 'pedido_enviado'",
    );
    const answer = await place.app.api(office.ana).post(`/messages/${id}`, template);
    expect([answer.status, answer.body.error]).toEqual([400, "ERR_NEEDS_PHONE"]);
    // Meta refuses other kinds of messages itself.
    office.number.refusals = [{ code: 131_062 }];
    run(office.tenant.db, "UPDATE message_template SET category = 'UTILITY' WHERE name = 'pedido_enviado'");
    expect((await place.app.api(office.ana).post(`/messages/${id}`, template)).status).toBe(200);
    await settled();
    expect(one(office.tenant.db, "SELECT send_error AS error FROM message WHERE from_me = 1")).toEqual({
      error: "ERR_NEEDS_PHONE",
    });
  });

  test("a contact without a phone cannot be written to by a number linked by QR code: ERR_NEEDS_PHONE", async () => {
    person({ userId: "BR.3333333333CC", username: "marina" }).writes("Oi");
    await settled();
    const unofficial = testConnection(office.tenant, { name: "Celular" });
    const body = { contactId: contacts()[0]?.id, whatsappId: unofficial, status: "open" };
    const answer = await office.asAdmin.post("/tickets", { ...body, queueId: office.queueId });
    expect([answer.status, answer.body.error]).toEqual([400, "ERR_NEEDS_PHONE"]);
  });
});
