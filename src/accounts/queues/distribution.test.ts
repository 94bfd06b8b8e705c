import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { all, one } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** A queue that distributes its tickets to three users in turn. */
const setUp = async (on = true) => {
  const tenant = app.company();
  const boss = testUser(tenant, { profile: "admin" });
  const admin = app.api(boss);
  const { id } = (await admin.post("/queue", { name: "Vendas", color: "#ff8800" })).body;
  const people = [1, 2, 3].map(() => testUser(tenant, { queueIds: [id] }).actor.id);
  const order = people.toReversed().join(";");
  if (on) await admin.put(`/queue/${id}`, { allowDistributedTickets: true, usersDistributedTickets: order });
  const queue = async () => (await admin.get(`/queue/${id}`)).body;
  return { tenant, boss, admin, id, people, order, queue };
};

describe("ticket distribution of a queue", () => {
  test("the distribution keeps the order of its users, without duplicates and unknown users", async () => {
    const { admin, id, people, order, queue } = await setUp();
    expect(await queue()).toMatchObject({ allowDistributedTickets: true, usersDistributedTickets: order });
    const [a, b] = people;
    const sent = `${b};4711;${a};${b};x`;
    const changed = await admin.put(`/queue/${id}`, { usersDistributedTickets: sent });
    expect(changed.body.usersDistributedTickets).toBe(`${b};${a}`);
    expect((await admin.put(`/queue/${id}`, { name: "Comercial" })).body.usersDistributedTickets).toBe(
      `${b};${a}`,
    );
    const list = (await admin.put(`/queue/${id}`, { usersDistributedTickets: [a, b] })).body;
    expect(list.usersDistributedTickets).toBe(`${a};${b}`);
  });

  test("the distribution needs two existing users; otherwise the change is rejected", async () => {
    const { admin, id, people, order, queue } = await setUp();
    const refused = { status: 400, body: { error: "ERR_DISTRIBUTION_NEEDS_USERS" } };
    const [a] = people;
    for (const users of [String(a), "", null, `${a};4711`, `${a};${a}`])
      expect(
        await admin.put(`/queue/${id}`, { name: "Outro", usersDistributedTickets: users }),
      ).toMatchObject(refused);
    expect(await queue()).toMatchObject({ name: "Vendas", usersDistributedTickets: order });
    const fresh = { name: "Nova", color: "#001122", allowDistributedTickets: true };
    expect(await admin.post("/queue", fresh)).toMatchObject(refused);
    expect((await admin.get("/queue")).body).toHaveLength(1);
    const off = await admin.put(`/queue/${id}`, {
      allowDistributedTickets: false,
      usersDistributedTickets: String(a),
    });
    expect(off.body).toMatchObject({ allowDistributedTickets: false, usersDistributedTickets: String(a) });
  });

  test("users of another company cannot be in the distribution", async () => {
    const { admin, id, people } = await setUp(false);
    const elsewhere = await setUp();
    const theirs = Math.max(...elsewhere.people) + 100;
    const sent = [...people.slice(0, 1), theirs].join(";");
    expect(
      (await admin.put(`/queue/${id}`, { allowDistributedTickets: true, usersDistributedTickets: sent })).body
        .error,
    ).toBe("ERR_DISTRIBUTION_NEEDS_USERS");
  });
});

describe("distribution after a user leaves", () => {
  test("a user who leaves the queue is removed from its distribution, and the other users stay", async () => {
    const { admin, people, queue } = await setUp();
    const [a, b, c] = people;
    await admin.put(`/users/${b}`, { queueIds: [] });
    expect(await queue()).toMatchObject({
      allowDistributedTickets: true,
      usersDistributedTickets: `${c};${a}`,
    });
  });

  test("a deleted user is removed from the distribution; it stops and admins get a notice when one user is left", async () => {
    const { tenant, boss, admin, id, people, queue } = await setUp();
    const [a, b, c] = people;
    const socket = await app.socket(boss);
    await admin.delete(`/users/${a}`);
    expect((await queue()).allowDistributedTickets).toBe(true);
    await admin.delete(`/users/${b}`);
    expect(await queue()).toMatchObject({
      allowDistributedTickets: false,
      usersDistributedTickets: String(c),
    });
    const told = await socket.event("notice", "create");
    expect(told).toMatchObject({ code: "distribution_off", details: { queueId: id, name: "Vendas" } });
    expect(all(tenant.db, "SELECT code FROM notice")).toEqual([{ code: "distribution_off" }]);
    expect((await socket.event("queue", "update")).record).toHaveProperty("id", id);
    socket.close();
  });

  test("a user who leaves another queue keeps their place in the distribution", async () => {
    const { tenant, admin, id, people, order, queue } = await setUp();
    const other = (await admin.post("/queue", { name: "Outra", color: "#123456" })).body.id;
    const [a] = people;
    await admin.put(`/users/${a}`, { queueIds: [id, other] });
    await admin.put(`/users/${a}`, { queueIds: [id] });
    expect((await queue()).usersDistributedTickets).toBe(order);
    expect(one(tenant.db, "SELECT 1 FROM notice")).toBeUndefined();
  });
});
