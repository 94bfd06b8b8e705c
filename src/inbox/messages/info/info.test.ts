import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { about, phone, wrote } from "#inbox/messages/testing.ts";
import { all, one } from "#platform/db/database.ts";
import { testUser } from "#test/helpers/installation.ts";
import { settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => t.meet());

const info = async (id: number) => (await t.asAna.get(`/messages/${id}/info`)).body;
const iso = (ms: number) => new Date(ms).toISOString();
const send = async (body: string) => {
  const message = (await t.post({ body })).body.message;
  await settle();
  return { id: message.id as number, networkId: t.provider.sent.at(-1)?.providerId ?? "" };
};
type Ack = 1 | 2 | 4 | 5;
const receipt = (networkId: string, ack: Ack, at: number, member?: { number: string; ack: 2 | 4 | 5 }) =>
  t.receive(
    about(t.customer, "ack", networkId, {
      at,
      ack,
      error: null,
      ...(member && { member: { identities: [phone(member.number)], ack: member.ack } }),
    }),
  );

describe("message info", () => {
  test("receipt times are those of the network, and the first receipt of each kind is kept", async () => {
    const { id, networkId } = await send("Bom dia");
    const now = t.app.clock.now();
    expect(await info(id)).toMatchObject({
      author: { id: t.ana.actor.id, name: "Ana" },
      origin: "user",
      writtenAt: iso(now),
      sentAt: null,
      deliveredAt: null,
      recipients: [],
    });
    receipt(networkId, 1, now);
    t.app.clock.advance(60_000);
    receipt(networkId, 2, now + 1000);
    receipt(networkId, 4, now + 5000);
    receipt(networkId, 2, now + 9000);
    expect(await info(id)).toMatchObject({
      sentAt: iso(now),
      deliveredAt: iso(now + 1000),
      readAt: iso(now + 5000),
      playedAt: null,
    });
  });

  test("a read receipt without an earlier delivery receipt also sets the delivery time, and no time is in the future", async () => {
    const { id, networkId } = await send("Bom dia");
    const now = t.app.clock.now();
    receipt(networkId, 4, now + 3_600_000);
    expect(await info(id)).toMatchObject({ ack: 4, deliveredAt: iso(now), readAt: iso(now) });
  });

  test("the info of a customer's message has no receipts, and the info of an edited message lists its earlier texts", async () => {
    const [theirs] = (await t.asAna.get(`/messages/${t.ticketId}`)).body.messages;
    expect(await info(theirs.id)).toMatchObject({ author: null, origin: "contact", edits: [] });
    const { id, networkId } = await send("Custa 10");
    receipt(networkId, 1, t.app.clock.now());
    await t.asAna.put(`/messages/${id}`, { body: "Custa 12" });
    expect((await info(id)).edits).toMatchObject([{ body: "*Ana:*\nCusta 10" }]);
  });

  test("the info of a message is for users who may read it", async () => {
    const { id } = await send("Bom dia");
    const stranger = t.app.api(testUser(t.tenant, { name: "Zé" }));
    expect((await stranger.get(`/messages/${id}/info`)).body.error).toBe("ERR_NO_MESSAGE_FOUND");
    expect((await t.asAdmin.get(`/messages/${id}/info`)).status).toBe(200);
  });
});

describe("receipts of group members", () => {
  const member = (number: string): number => {
    const person = { name: `Membro ${number.slice(-1)}`, identities: [phone(number)] };
    t.receive(wrote(person, "Oi", t.app.clock.now()));
    return one<{ id: number }>(t.tenant.db, "SELECT max(id) AS id FROM contact")?.id ?? 0;
  };
  const receipts = () =>
    all(
      t.tenant.db,
      "SELECT contact_id AS contactId, read_at AS readAt FROM message_receipt ORDER BY contact_id",
    );

  test("group members who are contacts are listed with their receipt times, readers first", async () => {
    const { id, networkId } = await send("Bom dia");
    const now = t.app.clock.now();
    t.app.clock.advance(60_000);
    const [a, b] = [member("5511966660001"), member("5511966660002")];
    receipt(networkId, 2, now + 1000, { number: "5511966660001", ack: 2 });
    receipt(networkId, 2, now + 2000, { number: "5511966660002", ack: 2 });
    receipt(networkId, 2, now + 3000, { number: "5511966660002", ack: 4 });
    receipt(networkId, 2, now + 4000, { number: "5511966660009", ack: 4 });
    expect(await info(id)).toMatchObject({
      readAt: null,
      recipients: [
        { contactId: b, name: "Membro 2", deliveredAt: iso(now + 2000), readAt: iso(now + 3000) },
        { contactId: a, name: "Membro 1", deliveredAt: iso(now + 1000), readAt: null },
      ],
    });
  });

  test("receipts follow a merge of contacts, and are deleted after 30 days", async () => {
    const { networkId } = await send("Bom dia");
    const now = t.app.clock.now();
    const [a, b, c] = [member("5511966660003"), member("5511966660004"), member("5511966660005")];
    for (const number of ["5511966660003", "5511966660005"]) receipt(networkId, 2, now, { number, ack: 4 });
    const of = (...ids: number[]) => ids.map((contactId) => ({ contactId, readAt: now }));
    const { mergeId } = (await t.asAdmin.post(`/contacts/${b}/merge`, { otherId: a })).body;
    expect(receipts()).toEqual(of(b, c));
    expect((await t.asAdmin.post(`/contacts/merges/${mergeId}/undo`)).status).toBe(200);
    expect(receipts()).toEqual(of(a, c));
    t.app.clock.advance(29 * 24 * 60 * 60_000);
    await t.app.app.runJob("message_clean_up");
    expect(receipts()).toHaveLength(2);
    t.app.clock.advance(2 * 24 * 60 * 60_000);
    await t.app.app.runJob("message_clean_up");
    expect(receipts()).toEqual([]);
  });
});
