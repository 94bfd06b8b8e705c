import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { ConditionUsersPort } from "#inbox/conditions/index.ts";
import { run } from "#platform/db/database.ts";
import { testUser } from "#test/helpers/installation.ts";
import { mayReadStepFile } from "./files.ts";
import { createFollowUp } from "./save.ts";
import { chase, TWO_STEPS } from "./testing.ts";

const c = chase();
beforeAll(() => c.start());
afterAll(() => c.stop());
beforeEach(async () => {
  c.meet();
  await c.post({ body: "Segue o orçamento" });
});

const start = (followUpId: number, api = c.anaNow()) =>
  api.post(`/tickets/${c.ticketId}/follow-up`, { followUpId });
const names = async (api = c.anaNow()) =>
  (await api.get("/follow-ups")).body.followUps.map(({ name }: { name: string }) => name);
const STEP = { waitMinutes: 60, text: "Tudo certo?" };

describe("follow-ups", () => {
  test("every user has personal follow-ups; all users see the shared ones, which only admins change", async () => {
    const bia = c.app.api(testUser(c.tenant, { name: "Bia" }));
    await c.create({ name: "Da Ana" });
    await c.create({ name: "Da Bia" }, bia);
    const { id } = await c.create({ name: "De todos", shared: true }, c.asAdmin);
    expect([await names(), await names(bia)]).toEqual([
      ["Da Ana", "De todos"],
      ["Da Bia", "De todos"],
    ]);
    expect((await bia.post("/follow-ups", { ...TWO_STEPS, shared: true })).status).toBe(403);
    expect((await bia.put(`/follow-ups/${id}`, { name: "Outro" })).status).toBe(403);
    expect((await bia.delete(`/follow-ups/${id}`)).status).toBe(403);
    const own = await c.create({ name: "Só minha" });
    expect((await bia.put(`/follow-ups/${own.id}`, { name: "Outro" })).status).toBe(404);
    expect((await start(own.id, c.asAdmin)).status).toBe(404);
  });

  test("the name of a follow-up is unique among the shared ones and among those of each user", async () => {
    await c.create();
    const again = await c.anaNow().post("/follow-ups", { ...TWO_STEPS, name: "ORÇAMENTO".toLowerCase() });
    expect([again.status, again.body.error]).toEqual([409, "ERR_NAME_IN_USE"]);
    await c.create({ shared: true }, c.asAdmin);
  });

  test("a follow-up beyond the limits of steps and waits, or with a step without text and file, is rejected", async () => {
    const fields = async (change: object) =>
      (await c.anaNow().post("/follow-ups", { ...TWO_STEPS, ...change })).body.details?.fields;
    expect(await fields({ steps: [] })).toEqual({ steps: "too_short" });
    expect(await fields({ steps: Array(6).fill(STEP) })).toEqual({ steps: "too_long" });
    expect(await fields({ steps: [{ ...STEP, waitMinutes: 29 }] })).toEqual({
      "steps.0.waitMinutes": "invalid",
    });
    expect(await fields({ steps: [{ ...STEP, waitMinutes: 43_201 }] })).toEqual({
      "steps.0.waitMinutes": "invalid",
    });
    expect(await fields({ steps: [{ ...STEP, text: " " }] })).toEqual({ "steps.0.text": "required" });
    expect(await fields({ steps: [{ ...STEP, fileId: 7 }] })).toEqual({ "steps.0.fileId": "invalid" });
  });

  test("at most 20 personal follow-ups are stored", async () => {
    for (let index = 1; index <= 20; index += 1) await c.create({ name: `Sequência ${index}` });
    const { status, body } = await c.anaNow().post("/follow-ups", TWO_STEPS);
    expect([status, body]).toMatchObject([
      409,
      { error: "ERR_LIMIT_REACHED", details: { resource: "followUps", limit: 20 } },
    ]);
  });

  test("a follow-up that a shared rule or macro uses cannot be deleted", async () => {
    const { id } = await c.create({ shared: true }, c.asAdmin);
    const by = [{ kind: "rule", id: 3, name: "Cobrança" }] as const;
    const users = c.app.installation.ports.use(ConditionUsersPort);
    users.set("test", { uses: (_unit, { kind }) => (kind === "follow_up" ? by : []) });
    const { status, body } = await c.asAdmin.delete(`/follow-ups/${id}`);
    users.delete("test");
    expect([status, body]).toEqual([409, { error: "ERR_IN_USE", details: { by: [...by] } }]);
    expect((await c.asAdmin.delete(`/follow-ups/${id}`)).status).toBe(200);
  });

  test("a changed follow-up is audited and broadcast to the users who see it", async () => {
    const socket = await c.app.socket(c.ana);
    const { id } = await c.create({ shared: true }, c.asAdmin);
    expect(await socket.event("follow-up", "create")).toMatchObject({ record: { id, name: "Orçamento" } });
    await c.asAdmin.delete(`/follow-ups/${id}`);
    expect(await socket.event("follow-up", "delete")).toMatchObject({ id });
    expect(c.row("SELECT count(*) AS n FROM audit_log WHERE kind = 'follow-up'")).toEqual({ n: 2 });
    socket.close();
  });
});

describe("the file of a step", () => {
  const upload = (id: number, step: number) => {
    const form = new FormData();
    form.set("file", new File(["tabela de preços"], "tabela.txt"));
    return c.anaNow().post(`/follow-ups/${id}/steps/${step}/media-upload`, form);
  };
  const files = () =>
    c.row<{ n: number }>("SELECT count(*) AS n FROM media_file WHERE name = 'tabela.txt'")?.n;

  test("a step with only a file sends the file", async () => {
    const steps = [{ waitMinutes: 60, awaitsFile: true }];
    const { id } = await c.create({ steps });
    expect((await start(id)).status).toBe(400);
    expect((await upload(id, 1)).body.steps).toMatchObject([{ mediaName: "tabela.txt" }]);
    expect((await start(id)).status).toBe(200);
    c.provider.sent.length = 0;
    await c.pass(60 * 60_000);
    expect(c.sent()).toEqual(["media"]);
    run(c.tenant.db, "DELETE FROM follow_up_run");
  });

  test("a run keeps its files when they are removed from the follow-up, and deletes them at its end", async () => {
    const { id } = await c.create({ steps: [STEP] });
    await upload(id, 1);
    await start(id);
    expect(files()).toBe(2);
    expect((await c.anaNow().delete(`/follow-ups/${id}/steps/1/media-upload`)).status).toBe(200);
    expect(files()).toBe(1);
    await c.anaNow().delete(`/tickets/${c.ticketId}/follow-up`);
    expect(files()).toBe(0);
  });

  test("only the owner reads the file of a personal follow-up; all users read the file of a shared one", async () => {
    const bia = testUser(c.tenant, { name: "Bia" });
    const readers = async (shared: boolean) => {
      const { id } = await c.create({ name: `Com arquivo ${shared}`, steps: [STEP], shared }, c.asAdmin);
      const form = new FormData();
      form.set("file", new File(["tabela"], "tabela.txt"));
      const { body } = await c.asAdmin.post(`/follow-ups/${id}/steps/1/media-upload`, form);
      return mayReadStepFile(bia, body.steps[0].fileId);
    };
    expect([await readers(false), await readers(true)]).toEqual([false, true]);
  });
});

describe("starting a follow-up", () => {
  test("the attendant of the ticket, supervisors of the queue and admins may start a follow-up, a colleague may not", async () => {
    const { id } = await c.create({ shared: true }, c.asAdmin);
    const as = (profile: "user" | "supervisor") =>
      c.app.api(testUser(c.tenant, { name: profile, profile, queueIds: [c.queueId] }));
    expect((await start(id, as("user"))).status).toBe(403);
    expect((await start(id, as("supervisor"))).status).toBe(200);
    const again = await start(id);
    expect([again.status, again.body.error]).toEqual([409, "ERR_FOLLOW_UP_RUNNING"]);
  });

  test("a follow-up starts only in an open ticket in which the customer wrote and the last message is ours", async () => {
    const { id } = await c.create();
    const refused = async (change: string) => {
      run(c.tenant.db, `UPDATE ticket SET ${change}`);
      const { status, body } = await start(id);
      return [status, body.error];
    };
    expect(await refused("last_message_from_me = 0")).toEqual([409, "ERR_TICKET_CHANGED"]);
    expect(await refused("last_message_from_me = 1, last_customer_message_at = NULL")).toEqual([
      400,
      "ERR_VALIDATION",
    ]);
    expect(await refused("last_customer_message_at = 1, is_group = 1")).toEqual([400, "ERR_VALIDATION"]);
    expect(await refused("is_group = 0, status = 'pending'")).toEqual([409, "ERR_TICKET_NOT_OPEN"]);
  });

  test("a support session has no personal follow-ups", async () => {
    const support = { ...c.ana, actor: { ...c.ana.actor, supportUntil: c.app.clock.now() + 60_000 } };
    expect(() => createFollowUp(support, { ...TWO_STEPS, shared: false } as never)).toThrow(
      "ERR_NO_PERMISSION",
    );
  });
});
