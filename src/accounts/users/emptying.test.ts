import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { UserEmptying } from "./events.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterEach(() => app.stop());

const setUp = () => {
  const tenant = app.company();
  const boss = testUser(tenant, { profile: "admin" });
  return { tenant, boss, admin: app.api(boss) };
};

describe("a user whose tickets return in steps", () => {
  const ran: string[] = [];
  const listen = (most = 2) => {
    ran.length = 0;
    app.installation.bus.within(UserEmptying, (_unit, { queueIds, steps }) => {
      for (const step of [1, 2].slice(0, most))
        steps.push(
          () => void ran.push(`step ${step} for ${queueIds === null ? "all queues" : queueIds.length}`),
        );
    });
  };

  test("a refused change of a user returns no tickets, and the user keeps the queues", async () => {
    const { tenant, admin } = setUp();
    const { email } = await app.person(tenant);
    const lost = testQueue(tenant);
    const person = testUser(tenant, { queueIds: [lost] });
    listen();
    expect((await admin.put(`/users/${person.actor.id}`, { queueIds: [], email })).status).toBe(409);
    expect(ran).toEqual([]);
    expect((await admin.put(`/users/${person.actor.id}`, { queueIds: [], whatsappId: 99_999 })).status).toBe(
      404,
    );
    expect(ran).toEqual([]);
    expect((await admin.get(`/users/${person.actor.id}`)).body.queues).toHaveLength(1);
  });

  test("tickets return before a user loses queues and before a user is deleted", async () => {
    const { tenant, admin } = setUp();
    const person = testUser(tenant, { queueIds: [testQueue(tenant)] });
    listen();
    expect((await admin.put(`/users/${person.actor.id}`, { queueIds: [] })).status).toBe(200);
    expect(ran).toEqual(["step 1 for 1", "step 2 for 1"]);
    expect((await admin.get(`/users/${person.actor.id}`)).body.queues).toEqual([]);
    expect((await admin.delete(`/users/${person.actor.id}`)).status).toBe(200);
    expect(ran.slice(2)).toEqual(["step 1 for all queues", "step 2 for all queues"]);
  });

  test("tickets that fit into one step return in the transaction of the change", async () => {
    const { tenant, admin } = setUp();
    const person = testUser(tenant, { queueIds: [testQueue(tenant)] });
    listen(1);
    expect((await admin.put(`/users/${person.actor.id}`, { queueIds: [] })).status).toBe(200);
    expect((await admin.delete(`/users/${person.actor.id}`)).status).toBe(200);
    expect(ran).toEqual([]);
  });

  test("the last admin is not deleted, and keeps all tickets", async () => {
    const { boss, admin } = setUp();
    listen();
    expect((await admin.delete(`/users/${boss.actor.id}`)).status).toBe(409);
    expect(ran).toEqual([]);
  });
});
