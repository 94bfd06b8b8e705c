import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { SessionChanged } from "#channels/connections/events.ts";
import { createIntake, ProviderPort } from "#channels/connections/index.ts";
import { SessionsPort } from "#channels/connections/sessions/registry.ts";
import type { Session } from "#channels/connections/sessions/session.ts";
import { addItem, newList, type Office, office } from "#outreach/contact-lists/testing.ts";
import { run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact } from "#test/helpers/installation.ts";
import { type ScriptedProvider, scriptedProvider } from "#test/helpers/provider.ts";

let app: TestApp;
let provider: ScriptedProvider;
const asked: string[] = [];
beforeAll(async () => {
  provider = scriptedProvider();
  app = await startTestApp({
    env: { RATE_LIMITS: "off" },
    plug(installation) {
      const { ports } = installation;
      provider.attach(createIntake(installation));
      ports.plug(ProviderPort, provider);
      // Every connection with status CONNECTED has a session in this test.
      ports.plug(SessionsPort, { ...ports.use(SessionsPort), find: () => ({}) as Session });
    },
  });
});
afterAll(() => app.stop());
beforeEach(() => {
  asked.length = 0;
  provider.answers.checkNumber = (number) => {
    asked.push(number);
    return { exists: !number.endsWith("0"), identities: [{ kind: "pn", value: number, address: number }] };
  };
});

const second = async () => {
  await app.app.runJob("list_number_check");
  app.clock.advance(1000);
};
const stateOf = async ({ api }: Office, list: number) =>
  (await api.get(`/contact-lists/${list}/checks`)).body;
const validity = async ({ api }: Office, list: number) =>
  Object.fromEntries(
    (await api.get(`/contact-list-items?contactListId=${list}`)).body.contacts.map(
      (item: { name: string; isWhatsappValid: boolean | null }) => [item.name, item.isWhatsappValid],
    ),
  );

test("unknown numbers are checked one per second and results are broadcast", async () => {
  const desk = office(app);
  testConnection(desk.tenant, { isDefault: true });
  const list = await newList(desk);
  for (const last of [0, 1, 2]) await addItem(desk, list, `C${last}`, `551132320${last}0${last}`);
  expect(await stateOf(desk, list)).toMatchObject({ state: "running", unknown: 3, connections: 1 });
  const socket = await app.socket(desk.user);
  await second();
  expect(asked).toEqual(["551132320000"]);
  expect(await socket.event("ContactListItem", "update")).toMatchObject({
    record: { name: "C0", isWhatsappValid: false },
  });
  expect(await socket.event("ContactList", "update")).toMatchObject({ record: { invalidCount: 1 } });
  await second();
  await second();
  await second();
  expect(asked).toHaveLength(3);
  expect(await validity(desk, list)).toEqual({ C0: false, C1: true, C2: true });
  expect(await stateOf(desk, list)).toMatchObject({ state: "done", valid: 2, invalid: 1, unknown: 0 });
  expect((await desk.api.get(`/contact-list-items?contactListId=${list}&validity=valid`)).body.count).toBe(2);
  socket.close();
});

test("two connections check twice as fast, and a number in two lists is checked once", async () => {
  const desk = office(app);
  testConnection(desk.tenant, { isDefault: true });
  testConnection(desk.tenant);
  const [first, other] = [await newList(desk), await newList(desk)];
  for (const last of [1, 2]) await addItem(desk, first, `C${last}`, `55113232000${last}`);
  await addItem(desk, other, "Mesma", "551132320001");
  await second();
  expect(asked).toHaveLength(2);
  expect(await validity(desk, other)).toEqual({ Mesma: true });
});

test("known results are applied without a check", async () => {
  const desk = office(app);
  const contact = testContact(desk.tenant, { name: "Ana", number: "551132320001" });
  run(desk.tenant.db, "UPDATE contact_identity SET exists_state = 'yes' WHERE contact_id = ?", contact);
  const list = await newList(desk);
  expect((await addItem(desk, list, "Ana", "551132320001")).body.isWhatsappValid).toBe(true);
  testConnection(desk.tenant, { isDefault: true });
  await desk.api.post("/contacts/check", { number: "551132320050" });
  asked.length = 0;
  expect((await addItem(desk, list, "Bia", "551132320050")).body.isWhatsappValid).toBe(false);
  await second();
  expect(asked).toEqual([]);
});

test("background checks leave a reserve for users and continue the next day", async () => {
  const desk = office(app);
  const connection = testConnection(desk.tenant, { isDefault: true });
  run(
    desk.tenant.db,
    "UPDATE connection SET checks_day = '2026-11-20', checks_count = 449 WHERE id = ?",
    connection,
  );
  app.clock.set(Date.parse("2026-11-20T12:00:00-03:00"));
  const list = await newList(desk);
  for (const last of [1, 2, 3]) await addItem(desk, list, `C${last}`, `55113232000${last}`);
  for (let turn = 0; turn < 4; turn += 1) await second();
  expect(asked).toHaveLength(1);
  expect(await stateOf(desk, list)).toMatchObject({
    state: "quota",
    unknown: 2,
    leftToday: 0,
    resumesAt: "2026-11-21T03:00:00.000Z",
  });
  app.clock.set(Date.parse("2026-11-21T03:00:01Z"));
  for (let turn = 0; turn < 3; turn += 1) await second();
  // Sign in again: yesterday's access token has expired.
  const api = app.api({ ...desk.user });
  expect(await stateOf({ ...desk, api }, list)).toMatchObject({ state: "done", valid: 3 });
});

test("checks wait for an open connection and continue when one opens", async () => {
  const desk = office(app);
  const list = await newList(desk);
  await addItem(desk, list, "Ana", "551132320001");
  await second();
  expect(await stateOf(desk, list)).toMatchObject({ state: "no_connection", unknown: 1 });
  const connection = testConnection(desk.tenant, { isDefault: true });
  const closed = { status: "OPENING", statusReason: null, qrcode: "", retries: 0, health: "ok" } as const;
  desk.tenant.write((unit) =>
    unit.emit(SessionChanged, {
      connectionId: connection,
      before: closed,
      after: { ...closed, status: "CONNECTED" },
    }),
  );
  await second();
  expect(asked).toEqual(["551132320001"]);
});

test("a number without a result stays unknown and is checked again an hour later", async () => {
  const desk = office(app);
  testConnection(desk.tenant, { isDefault: true });
  const list = await newList(desk);
  await addItem(desk, list, "Ana", "551132320001");
  let questions = 0;
  provider.answers.checkNumber = () => {
    questions += 1;
    return null;
  };
  await second();
  await second();
  expect(questions).toBe(1);
  expect(await validity(desk, list)).toEqual({ Ana: null });
  app.clock.advance(60 * 60_000);
  await second();
  expect(questions).toBe(2);
});
