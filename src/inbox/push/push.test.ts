import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { notify } from "#accounts/notifications/index.ts";
import { png } from "#channels/media/testing.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { type PushService, type SimulatedDevice, startPush } from "#simulator/push/server.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testUser } from "#test/helpers/installation.ts";
import { talk } from "#test/helpers/talk.ts";
import type { PushPayload } from "./contract.ts";
import { flushNotifications } from "./notify.ts";

const t = talk({ ALLOW_PRIVATE_URLS: "true", RATE_LIMITS: "off" });
let service: PushService;
let phone: SimulatedDevice;

beforeAll(async () => {
  service = startPush();
  await t.start();
});
afterAll(async () => {
  await t.stop();
  await service.stop();
});
beforeEach(async () => {
  service.trouble = null;
  service.refusals.length = 0;
  t.meet();
  await told();
  phone = await subscribe(t.ana);
});

async function subscribe(who: UserCtx, fields: { preview?: boolean } = {}): Promise<SimulatedDevice> {
  const api = t.app.api(who);
  const { publicKey } = (await api.get("/push")).body;
  const device = service.subscribe(publicKey);
  await keep(who, device, fields);
  return device;
}
async function keep(who: UserCtx, device: SimulatedDevice, fields: { preview?: boolean } = {}) {
  const reply = await t.app
    .api(who)
    .put("/push", { ...device.subscription, language: "pt", preview: false, ...fields });
  expect(reply.status).toBe(200);
}
/** Waits until all notifications are sent. */
async function told(): Promise<void> {
  t.app.clock.advance(1_000);
  await flushNotifications(t.app.installation);
}
const writes = async (text: string) => {
  t.receive(wrote(t.customer, text, t.app.clock.now()));
  await told();
};
const devices = () => all(t.tenant.db, "SELECT id FROM push_subscription").length;

test("a message notifies the attendant's device; the notification is encrypted and has the contact's name but not the text", async () => {
  await writes("Meu CPF é 111.222.333-44");
  const uuid = one<{ uuid: string }>(t.tenant.db, "SELECT uuid FROM ticket")?.uuid ?? "";
  expect(phone.received).toEqual([
    {
      kind: "message",
      language: "pt",
      ticketId: t.ticketId,
      uuid,
      name: "Maria Souza",
      text: null,
      unread: 1,
      brand: { name: "", icon: null },
    },
  ]);
  expect(phone.headers[0]?.get("topic")).toBe(`ticket-${t.ticketId}`);
  expect(service.refusals).toEqual([]);
});

test("a notification on a device with previews enabled contains the first words of the message", async () => {
  await keep(t.ana, phone, { preview: true });
  await writes("Bom dia!");
  expect(phone.received).toMatchObject([{ text: "Bom dia!" }]);
});

test("a notification names a location, contact card or file by its kind in the language of the device", async () => {
  await keep(t.ana, phone, { preview: true });
  const place = { type: "location", latitude: -23.5, longitude: -46.6, name: "Praça", address: "" } as const;
  t.receive(wrote(t.customer, { ...place, thumbnail: null }, t.app.clock.now()));
  await told();
  expect(phone.received.at(-1)).toMatchObject({ kind: "message", text: "📍 Localização" });
});

test("messages received within a short time are combined into one notification", async () => {
  t.receive(wrote(t.customer, "Oi", t.app.clock.now()));
  await writes("Tem alguém aí?");
  expect(phone.received).toHaveLength(1);
});

test("no device is notified while the user has a visible page of Balcão; a hidden page does not count", async () => {
  const page = await t.app.socket(t.ana);
  await writes("Um");
  expect(phone.received).toEqual([]);
  page.send({ t: "visible", visible: false });
  // The reply to this frame shows that the server has read the frame before it.
  page.send({ t: "joinChatBox", ticketId: 999_999 });
  await page.next((frame) => frame.t === "denied");
  await writes("Dois");
  expect(phone.received).toHaveLength(1);
  page.close();
});

test("devices of other users, even of admins, get no notification; for pending tickets only those of users who enabled it", async () => {
  const admin = await subscribe(testUser(t.tenant, { name: "Chefe", profile: "admin" }));
  const colleague = testUser(t.tenant, { name: "Bia", queueIds: [t.queueId] });
  const bia = await subscribe(colleague);
  await writes("Oi");
  expect([phone.received.length, admin.received.length, bia.received.length]).toEqual([1, 0, 0]);
  run(t.tenant.db, "UPDATE ticket SET status = 'pending', user_id = NULL");
  run(t.tenant.db, "UPDATE user SET all_ticket = 1 WHERE id = ?", colleague.actor.id);
  await writes("Alguém?");
  expect([phone.received.length, admin.received.length, bia.received.length]).toEqual([1, 0, 1]);
});

test("a user who lost the queue gets no more notifications of its tickets", async () => {
  run(t.tenant.db, "UPDATE ticket SET status = 'pending', user_id = NULL");
  run(t.tenant.db, "UPDATE user SET all_ticket = 1 WHERE id = ?", t.ana.actor.id);
  await writes("Um");
  run(t.tenant.db, "DELETE FROM user_queue WHERE user_id = ?", t.ana.actor.id);
  await writes("Dois");
  expect(phone.received).toHaveLength(1);
});

test("a user to whom a ticket is transferred is notified", async () => {
  const bia = testUser(t.tenant, { name: "Bia", queueIds: [t.queueId] });
  const device = await subscribe(bia);
  await t.asAna.put(`/tickets/${t.ticketId}`, { userId: bia.actor.id, queueId: t.queueId });
  await told();
  expect(device.received).toMatchObject([{ kind: "transfer", name: "Maria Souza" }]);
});

test("logging out deletes the user's device, and so does deleting the user", async () => {
  await t.asAna.delete("/auth/logout");
  expect(devices()).toBe(0);
  const bia = testUser(t.tenant, { name: "Bia" });
  await subscribe(bia);
  await t.asAdmin.delete(`/users/${bia.actor.id}`);
  expect(devices()).toBe(0);
});

test("a device that the push service no longer knows is deleted; after a temporary error it is kept", async () => {
  service.trouble = 503;
  await writes("Um");
  expect(devices()).toBe(1);
  service.trouble = null;
  phone.gone = true;
  await writes("Dois");
  expect(devices()).toBe(0);
});

test("after a user of another company signs in, the browser gets notifications of that company only", async () => {
  const first = t.tenant;
  const customer = t.customer;
  t.meet();
  await told();
  await keep(t.ana, phone);
  await writes("Da segunda empresa");
  expect(phone.received).toMatchObject([{ name: "Maria Souza" }]);
  t.tenant = first;
  t.customer = customer;
  await writes("Da primeira");
  expect(phone.received).toHaveLength(1);
  expect(devices()).toBe(0);
});

test("notifications have the company's name, and its icon under a URL that cannot be guessed", async () => {
  const asAdmin = t.app.api(testUser(t.tenant, { profile: "admin" }));
  const form = new FormData();
  form.set("file", new File([Buffer.from(await png(300, 100))], "logo.png"));
  await asAdmin.post("/company-brand/logo", form);
  await asAdmin.put("/company-brand", { name: "Padaria Atende", color: "" });
  await t.asAna.post("/push/test");
  const { brand } = phone.received.at(-1) as PushPayload;
  expect(brand?.name).toBe("Padaria Atende");
  const icon = await (await fetch(t.app.url + brand?.icon)).bytes();
  expect(await new Bun.Image(icon).metadata()).toMatchObject({ width: 192, height: 192, format: "png" });
  await asAdmin.delete("/company-brand/logo");
  await asAdmin.put("/company-brand", { name: "", color: "" });
});

test("the answer to a test notification states whether the push service accepted it", async () => {
  expect((await t.asAna.post("/push/test")).body).toEqual({ outcome: "sent" });
  expect(phone.received).toMatchObject([{ kind: "test", language: "pt" }]);
  service.trouble = 403;
  expect((await t.asAna.post("/push/test")).body).toEqual({ outcome: "refused" });
  service.trouble = 502;
  expect((await t.asAna.post("/push/test")).body).toEqual({ outcome: "unreachable" });
  await t.asAna.delete("/push");
  expect((await t.asAna.post("/push/test")).status).toBe(404);
});

test("the VAPID key is created once and stored encrypted", async () => {
  const { publicKey } = (await t.asAna.get("/push")).body;
  expect((await t.asAdmin.get("/push")).body).toEqual({ publicKey, device: null });
  const { private_key } =
    one<{ private_key: string }>(t.app.installation.system, "SELECT private_key FROM vapid_key") ?? {};
  expect(private_key).toMatch(/^v2\./);
});

test("a personal notification is sent to the device of its user, unless the user has disabled its kind", async () => {
  const notifyAna = () =>
    t.tenant.write((unit) => notify(unit, [t.ana.actor.id], { kind: "taken_over", ticketId: t.ticketId }));
  notifyAna();
  await told();
  expect(phone.received).toMatchObject([
    { kind: "personal", about: "taken_over", name: "Maria Souza", by: "", language: "pt" },
  ]);
  await t.asAna.put("/users/me/preferences", { pushKinds: ["mention"] });
  notifyAna();
  await told();
  expect(phone.received).toHaveLength(1);
});
