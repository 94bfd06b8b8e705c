import { afterAll, beforeAll, expect, test } from "bun:test";
import { testUser } from "#test/helpers/installation.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());

const doneIn = ({ steps }: { steps: readonly { id: string; done: boolean }[] }) =>
  steps.filter(({ done }) => done).map(({ id }) => id);

test("first steps complete by themselves and are broadcast to admins", async () => {
  const tenant = t.app.company("Padaria Nova");
  const boss = testUser(tenant, { profile: "admin" });
  const asBoss = t.app.api(boss);
  const first = (await asBoss.get("/first-steps")).body;
  expect(first.state).toBe("shown");
  expect(doneIn(first)).toEqual([]);

  const socket = await t.app.socket(boss);
  expect((await asBoss.post("/queue", { name: "Vendas", color: "#0b72c4" })).status).toBe(200);
  expect(doneIn((await socket.event("first-steps", "update")).record as never)).toEqual(["queue"]);

  const person = { name: "Bia", email: "bia@nova.example", password: "senha-boa-1", profile: "user" };
  expect((await asBoss.post("/users", person)).status).toBe(200);
  expect(doneIn((await socket.event("first-steps", "update")).record as never)).toEqual(["queue", "invite"]);
});

test("the first reply of a user completes the first steps permanently", async () => {
  t.meet();
  const boss = testUser(t.tenant, { profile: "admin" });
  const asBoss = t.app.api(boss);
  const before = (await asBoss.get("/first-steps")).body;
  expect(doneIn(before)).toEqual(["connect", "queue", "invite"]);
  const socket = await t.app.socket(boss);
  await t.post({ body: "Bom dia!" });
  expect((await socket.event("first-steps", "update")).record).toMatchObject({ state: "done" });
  expect((await asBoss.put("/first-steps", { hidden: false })).body.state).toBe("done");
});

test("an admin hides the first steps for all admins and can show them again", async () => {
  const tenant = t.app.company("Oficina");
  const [one, other] = [testUser(tenant, { profile: "admin" }), testUser(tenant, { profile: "admin" })];
  expect((await t.app.api(one).put("/first-steps", { hidden: true })).body.state).toBe("hidden");
  const me = (await t.app.api(other).get("/auth/me")).body;
  expect(me.company.settings).toContainEqual({ key: "firstSteps", value: "hidden" });
  expect((await t.app.api(other).put("/first-steps", { hidden: false })).body.state).toBe("shown");
});

test("attendants have no first steps", async () => {
  const ana = testUser(t.app.company("Loja"));
  expect((await t.app.api(ana).get("/first-steps")).status).toBe(403);
  const me = (await t.app.api(ana).get("/auth/me")).body;
  expect(JSON.stringify(me.company.settings)).not.toContain("firstSteps");
});
