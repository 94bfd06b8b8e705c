import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { chase } from "#inbox/follow-ups/testing.ts";
import { all, run } from "#platform/db/database.ts";

const c = chase();
beforeAll(() => c.start());
afterAll(() => c.stop());
beforeEach(() => c.meet());

const macro = (actions: readonly object[], name = "Cobrar") => c.anaNow().post("/macros", { name, actions });

test("a macro starts a follow-up after its reply, and is refused as a whole while a follow-up runs", async () => {
  const { id: followUpId } = await c.create();
  const { body } = await macro([
    { action: "reply", text: "Segue o orçamento" },
    { action: "follow_up", followUpId },
  ]);
  const ran = await c.anaNow().post(`/macros/${body.id}/run`, {
    ticketId: c.ticketId,
    runId: "7b1f2c9e-5d57-4d35-9a73-0d8e6a3c1f20",
  });
  expect([ran.status, ran.body.error ?? null, c.run()?.state]).toEqual([200, null, "running"]);
  const second = await macro(
    [
      { action: "note", text: "Cobrado de novo" },
      { action: "follow_up", followUpId },
    ],
    "Outra",
  );
  const again = await c.anaNow().post(`/macros/${second.body.id}/run`, {
    ticketId: c.ticketId,
    runId: "7b1f2c9e-5d57-4d35-9a73-0d8e6a3c1f21",
  });
  expect([again.status, again.body.error]).toEqual([409, "ERR_MACRO_REFUSED"]);
  expect(all(c.tenant.db, "SELECT 1 FROM ticket_note")).toEqual([]);
  run(c.tenant.db, "DELETE FROM follow_up_run");
});

test("a shared macro accepts only shared follow-ups, and follow-ups that it names cannot be deleted", async () => {
  const own = await c.create({}, c.asAdmin);
  const shared = await c.create({ name: "De todos", shared: true }, c.asAdmin);
  const save = (followUpId: number) =>
    c.asAdmin.post("/macros", {
      name: "Cobrar",
      shared: true,
      actions: [{ action: "follow_up", followUpId }],
    });
  expect((await save(own.id)).body.details.fields).toEqual({ "actions.0.followUpId": "invalid" });
  const { body } = await save(shared.id);
  const removed = await c.asAdmin.delete(`/follow-ups/${shared.id}`);
  expect([removed.status, removed.body.details.by]).toMatchObject([409, [{ kind: "macro", id: body.id }]]);
});
