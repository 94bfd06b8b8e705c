import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { fakeClock } from "#platform/clock.ts";
import { one } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { createPresence } from "./presence.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const setUp = async () => {
  const tenant = app.company();
  const [watcher, person] = [testUser(tenant, { profile: "admin" }), testUser(tenant, { name: "Gil" })];
  const watching = await app.socket(watcher);
  await watching.event("user", "update");
  const isOnline = async () => (await app.api(watcher).get(`/users/${person.actor.id}`)).body.online;
  return { tenant, watcher, person, watching, isOnline };
};

describe("presence of a user", () => {
  test("a user is online while a socket is open and for a minute after the last one closed", async () => {
    const { person, watching, isOnline } = await setUp();
    expect(await isOnline()).toBe(false);
    const [first, second] = [await app.socket(person), await app.socket(person)];
    expect((await watching.event("user", "update")).user).toMatchObject({
      id: person.actor.id,
      online: true,
    });
    first.close();
    await first.closed;
    second.close();
    await second.closed;
    app.clock.advance(59_000);
    await app.app.runJob("presence");
    expect(await isOnline()).toBe(true);
    app.clock.advance(1000);
    await app.app.runJob("presence");
    expect((await watching.event("user", "update")).user).toMatchObject({
      id: person.actor.id,
      online: false,
    });
    expect(await isOnline()).toBe(false);
    watching.close();
  });

  test("a user stays online when the browser reconnects within the minute", async () => {
    const { watcher, person, watching } = await setUp();
    const first = await app.socket(person);
    await watching.event("user", "update");
    first.close();
    await first.closed;
    app.clock.advance(30_000);
    const second = await app.socket(person);
    app.clock.advance(60_000);
    await app.app.runJob("presence");
    await app.settled(watcher, watching);
    expect(watching.events("user")).toHaveLength(2);
    second.close();
    watching.close();
  });

  test("the time of a user's last activity is stored", async () => {
    const { tenant, person, watching } = await setUp();
    const socket = await app.socket(person);
    app.clock.advance(300_000);
    socket.send({ t: "userStatus" });
    // Frames are read in order: this response follows it.
    socket.send({ t: "joinChatBox", ticketId: 4711 });
    await socket.next((frame) => frame.t === "denied");
    const seen = () =>
      one<{ last_seen_at: number }>(tenant.db, "SELECT last_seen_at FROM user WHERE id = ?", person.actor.id)
        ?.last_seen_at;
    expect(seen()).toBe(app.clock.now());
    socket.close();
    watching.close();
  });

  test("a user sets away by hand, which is broadcast to the company", async () => {
    const { person, watching } = await setUp();
    const api = app.api(person);
    expect((await api.put("/users/me/away", { away: true })).body).toMatchObject({ away: true });
    expect((await watching.event("user", "update")).user).toMatchObject({ id: person.actor.id, away: true });
    expect((await api.put("/users/me/away", { away: false })).body.away).toBe(false);
    expect((await api.put("/users/me/away", {})).status).toBe(400);
    watching.close();
  });
});

describe("broadcasts of users", () => {
  test("broadcasts of users contain what each viewer may read", async () => {
    const { tenant, watcher, person, watching } = await setUp();
    const low = await app.socket(person);
    await watching.event("user", "update");
    const sent = { name: "Hugo Sá", email: "hugo@example.com", password: "secret" };
    const { id } = (await app.api(watcher).post("/users", sent)).body;
    expect((await watching.event("user", "create")).user).toMatchObject({ id, email: "hugo@example.com" });
    const short = (await low.event("user", "create")).user;
    expect(short).toMatchObject({ id, name: "Hugo Sá" });
    expect(short).not.toHaveProperty("email");
    await app.api(watcher).delete(`/users/${id}`);
    expect(await low.event("user", "delete")).toEqual({ action: "delete", userId: id });
    const stranger = testUser(app.company());
    const far = await app.socket(stranger);
    await app.api(watcher).put(`/users/${person.actor.id}`, { name: "Gilberto" });
    await low.event("user", "update");
    await app.settled(stranger, far);
    expect(JSON.stringify(far.events("user"))).not.toContain("Gilberto");
    expect(tenant.id).not.toBe(stranger.tenant.id);
    for (const socket of [watching, low, far]) socket.close();
  });

  test("broadcasts of users follow new rights at once when profile or queues change", async () => {
    const { tenant, watcher, person, watching } = await setUp();
    const low = await app.socket(person);
    const admin = app.api(watcher);
    await admin.put("/settings/campaignDailyCap", { value: "7" });
    await app.settled(person, low);
    expect(low.events("setting")).toHaveLength(0);
    await admin.put(`/users/${person.actor.id}`, { profile: "admin", queueIds: [testQueue(tenant)] });
    await admin.put("/settings/campaignDailyCap", { value: "8" });
    expect(await low.event("setting")).toMatchObject({ setting: { value: "8" } });
    await admin.put(`/users/${person.actor.id}`, { profile: "user" });
    await admin.put("/settings/campaignDailyCap", { value: "9" });
    await app.settled(person, low);
    expect(low.events("setting")).toHaveLength(1);
    low.close();
    watching.close();
  });

  test("a deleted user's sockets are closed", async () => {
    const { watcher, person, watching } = await setUp();
    const low = await app.socket(person);
    await app.api(watcher).delete(`/users/${person.actor.id}`);
    expect(await low.closed).toBe(4403);
    watching.close();
  });
});

describe("offline time of a user", () => {
  const who = { companyId: 1, userId: 7 };
  const HOUR = 60 * 60_000;

  test("the offline time of a user counts from the end of the minute without socket, or from the logout", () => {
    const clock = fakeClock();
    const presence = createPresence(clock);
    presence.arrived(who);
    expect(presence.offlineSince(who, null)).toBeNull();
    presence.left(who);
    clock.advance(90_000);
    presence.expire();
    expect(presence.offlineSince(who, null)).toBe(clock.now() - 30_000);
    presence.arrived(who);
    expect(presence.offlineSince(who, null)).toBeNull();
    presence.loggedOut(who);
    presence.left(who);
    expect(presence.offlineSince(who, null)).toBe(clock.now());
  });

  test("the offline time of a user counts from the start for a user who has not connected yet, and later from the last activity", () => {
    const clock = fakeClock();
    const start = clock.now();
    const presence = createPresence(clock);
    const lastSeen = start - HOUR;
    clock.advance(119_000);
    expect(presence.offlineSince(who, lastSeen)).toBe(start);
    clock.advance(1000);
    expect(presence.offlineSince(who, lastSeen)).toBe(lastSeen);
    expect(presence.offlineSince(who, null)).toBe(start);
  });
});
