import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort, type ViewerBroadcast, WatchPort } from "#tenants/viewer.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { rawSocket } from "#test/helpers/raw-http.ts";
import { openSocket, type TestSocket } from "#test/helpers/socket.ts";
import { SOCKETS } from "./hub/limits.ts";

/** Tickets below this number may be watched in these tests. */
let watchable = 100;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    plug: ({ ports }) => ports.plug(WatchPort, (_tenant, _viewer, ticketId) => ticketId < watchable),
  });
});
afterAll(() => app.stop());

const publish = (tenant: Tenant, n: number, audience: ViewerBroadcast["audience"] = "everyone") =>
  app.installation.ports
    .use(RealtimePort)
    .publish(tenant.id, [{ channel: "count", data: { action: "add", n }, audience }]);
const counted = (socket: TestSocket) => socket.events("count").map(({ n }) => n);
const lastSeq = (socket: TestSocket) =>
  socket.frames.reduce((seq, frame) => (frame.t === "event" ? frame.seq : seq), 0);

describe("a new socket", () => {
  test("a new socket has 5 s to authenticate", async () => {
    const socket = await openSocket(app.url, null);
    app.clock.advance(4999);
    expect(socket.isOpen()).toBe(true);
    app.clock.advance(1);
    expect(await socket.closed).toBe(4401);
  });

  test("a socket with a bad token, or a frame before auth, is closed", async () => {
    for (const token of ["", "a.b.c", "x".repeat(5000)])
      expect(await (await openSocket(app.url, token)).closed).toBe(4401);
    const impatient = await openSocket(app.url, null);
    impatient.send({ t: "joinChatBox", ticketId: 1 });
    expect(await impatient.closed).toBe(4401);
  });

  test("a new socket gets its session id and the cursor", async () => {
    const user = testUser(app.company());
    const socket = await app.socket(user);
    const ready = socket.frames[0];
    expect(ready).toMatchObject({ t: "ready", cursor: expect.any(Number), sessionId: expect.any(Number) });
    socket.close();
  });
});

describe("events", () => {
  test("events reach only their company, in order, once, numbered without gaps", async () => {
    const [near, far] = [testUser(app.company()), testUser(app.company())];
    const [first, second, foreign] = [await app.socket(near), await app.socket(near), await app.socket(far)];
    for (let n = 0; n < 50; n += 1) publish(near.tenant, n);
    for (const socket of [first, second]) {
      await app.settled(near, socket);
      expect(counted(socket)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    }
    await app.settled(far, foreign);
    expect(counted(foreign)).toEqual([]);
    const seqs = first.frames.flatMap((frame) =>
      frame.t === "event" && frame.channel === `company-${near.tenant.id}-count` ? [frame.seq] : [],
    );
    expect(new Set(seqs.map((seq, index) => seq - index)).size).toBe(1);
    for (const socket of [first, second, foreign]) socket.close();
  });

  test("events reach only their audience", async () => {
    const tenant = app.company();
    const [admin, attendant] = [testUser(tenant, { profile: "admin" }), testUser(tenant)];
    const [high, low] = [await app.socket(admin), await app.socket(attendant)];
    publish(tenant, 1, (viewer) => viewer.profile === "admin");
    publish(tenant, 2, (viewer) => viewer.id === attendant.actor.id);
    await app.settled(admin, high);
    await app.settled(attendant, low);
    expect([counted(high), counted(low)]).toEqual([[1], [2]]);
    high.close();
    low.close();
  });
});

describe("a reconnecting socket", () => {
  test("reconnecting with a cursor brings exactly the missed events that may be seen", async () => {
    const user = testUser(app.company());
    const before = await app.socket(user);
    publish(user.tenant, 1);
    await app.settled(user, before);
    const cursor = lastSeq(before);
    before.close();
    await before.closed;
    publish(user.tenant, 2);
    publish(user.tenant, 3, () => false);
    publish(user.tenant, 4);
    const after = await app.socket(user, { cursor });
    publish(user.tenant, 5);
    await app.settled(user, after);
    expect(counted(after)).toEqual([2, 4, 5]);
    after.close();
  });

  test("a reconnect that still watches a ticket also gets the events for its watchers, and none of a ticket the user may not see", async () => {
    const user = testUser(app.company());
    const before = await app.socket(user);
    await app.settled(user, before);
    const cursor = lastSeq(before);
    before.close();
    await before.closed;
    publish(user.tenant, 1, (viewer) => viewer.watching.has(7));
    publish(user.tenant, 2, (viewer) => viewer.watching.has(4711));
    const after = await app.socket(user, { cursor, watch: [7, 4711] });
    expect(await after.next((frame) => frame.t === "denied")).toEqual({ t: "denied", ticketId: 4711 });
    await app.settled(user, after);
    expect(counted(after)).toEqual([1]);
    after.close();
  });

  test("an old, foreign or future cursor gets resync", async () => {
    const user = testUser(app.company());
    for (const cursor of [0, 1, Number.MAX_SAFE_INTEGER, -5]) {
      const socket = await app.socket(user, { cursor });
      expect(await socket.next((frame) => frame.t === "resync")).toHaveProperty("cursor");
      socket.close();
    }
  });

  test.each([1, 60, 899, 901, 3600, 24 * 3600])(
    "a browser that was offline for %d s shows the server's state: all missed events in order, or a full reload",
    async (seconds) => {
      const user = testUser(app.company());
      const before = await app.socket(user);
      publish(user.tenant, 1);
      await app.settled(user, before);
      const cursor = lastSeq(before);
      before.close();
      await before.closed;
      // The texts of one conversation, on the server and in this browser.
      const server = [1];
      const say = (n: number) => {
        server.push(n);
        publish(user.tenant, n);
      };
      say(2);
      for (const n of [3, 4, 5]) {
        app.clock.advance(Math.ceil((seconds * 1000) / 3));
        say(n);
        if (n === 4) await app.app.runJob("socket_tick");
      }
      const after = await app.socket(user, { cursor });
      say(6);
      await app.settled(user, after);
      const anew = after.frames.some(({ t }) => t === "resync");
      expect(anew).toBe(seconds > 900);
      // A reload returns the state at the reconnect; later events are sent.
      const shown = anew ? [...server.slice(0, 5), ...counted(after)] : [1, ...counted(after)];
      expect(shown).toEqual(server);
      after.close();
    },
  );

  test("the stored events of a company are deleted once its last browser has been gone longer than events are kept", async () => {
    const user = testUser(app.company());
    const hub = app.installation.ports.use(RealtimePort);
    const before = await app.socket(user);
    publish(user.tenant, 1);
    await app.settled(user, before);
    const cursor = lastSeq(before);
    app.clock.advance(60 * 60_000);
    await app.app.runJob("socket_tick");
    expect(hub.groups()).toContain(user.tenant.id);
    before.close();
    await before.closed;
    app.clock.advance(15 * 60_000);
    await app.app.runJob("socket_tick");
    expect(hub.groups()).toContain(user.tenant.id);
    app.clock.advance(1);
    await app.app.runJob("socket_tick");
    expect(hub.groups()).not.toContain(user.tenant.id);
    // Events now are sent to no socket; a returning browser reloads everything and receives later events.
    publish(user.tenant, 2);
    const after = await app.socket(user, { cursor });
    expect(await after.next((frame) => frame.t === "resync")).toHaveProperty("cursor");
    publish(user.tenant, 3);
    await app.settled(user, after);
    expect(counted(after)).toEqual([3]);
    after.close();
  });

  test("an idle browser's cursor is kept fresh by ticks", async () => {
    const user = testUser(app.company());
    const socket = await app.socket(user);
    publish(user.tenant, 1, () => false);
    await app.app.runJob("socket_tick");
    const tick = await socket.next<{ t: "tick"; cursor: number }>((frame) => frame.t === "tick");
    const ready = socket.frames[0];
    expect(tick.cursor).toBeGreaterThan(ready?.t === "ready" ? ready.cursor : 0);
    socket.close();
  });
});

describe("watching a ticket", () => {
  test("watching a ticket is granted or denied, at most 50 at once", async () => {
    const user = testUser(app.company());
    const socket = await app.socket(user);
    socket.send({ t: "joinChatBox", ticketId: 4711 });
    expect(await socket.next((frame) => frame.t === "denied")).toEqual({ t: "denied", ticketId: 4711 });
    for (let ticketId = 1; ticketId <= 45; ticketId += 1) socket.send({ t: "joinChatBox", ticketId });
    app.clock.advance(1000);
    socket.send({ t: "leaveChatBox", ticketId: 45 });
    socket.send({ t: "joinChatBox", ticketId: 4712 });
    await socket.next((frame) => frame.t === "denied");
    app.clock.advance(1000);
    for (let ticketId = 46; ticketId <= 52; ticketId += 1) socket.send({ t: "joinChatBox", ticketId });
    expect(await socket.next((frame) => frame.t === "denied")).toEqual({ t: "denied", ticketId: 52 });
    publish(user.tenant, 1, (viewer) => viewer.watching.has(51));
    publish(user.tenant, 2, (viewer) => viewer.watching.has(52) || viewer.watching.has(45));
    await app.settled(user, socket);
    expect(counted(socket)).toEqual([1]);
    const hub = app.installation.ports.use(RealtimePort);
    expect(hub.watchers(user.tenant.id, 51).map(({ userId }) => userId)).toEqual([user.actor.id]);
    socket.close();
    await socket.closed;
  });

  test("watching ends when the permission is lost", async () => {
    const user = testUser(app.company());
    const socket = await app.socket(user);
    socket.send({ t: "joinChatBox", ticketId: 7 });
    socket.send({ t: "joinChatBox", ticketId: 4711 });
    await socket.next((frame) => frame.t === "denied");
    watchable = 5;
    app.installation.ports.use(RealtimePort).reload(user.tenant.id, user.actor.id);
    expect(await socket.next((frame) => frame.t === "denied")).toEqual({ t: "denied", ticketId: 7 });
    publish(user.tenant, 1, (viewer) => viewer.watching.has(7));
    await app.settled(user, socket);
    expect(counted(socket)).toEqual([]);
    watchable = 100;
    socket.close();
  });
});

describe("a socket that misbehaves", () => {
  test("unknown, binary, too large or too many frames close the socket", async () => {
    const user = testUser(app.company());
    const codeAfter = async (misbehave: (socket: TestSocket) => void) => {
      const socket = await app.socket(user);
      misbehave(socket);
      return socket.closed;
    };
    expect(await codeAfter((socket) => socket.send("hello"))).toBe(4400);
    expect(await codeAfter((socket) => socket.send({ t: "subscribe", topic: "#" }))).toBe(4400);
    expect(await codeAfter((socket) => socket.send("x".repeat(1_000_000)))).not.toBe(1000);
    expect(
      await codeAfter((socket) => {
        for (let n = 0; n < 60; n += 1) socket.send({ t: "typing", ticketId: 1 });
      }),
    ).toBe(4400);
    const calm = await app.socket(user);
    await app.settled(user, calm);
    calm.close();
  });

  test("invalid UTF-8 closes the socket", async () => {
    const user = testUser(app.company());
    const socket = await rawSocket(app.url, app.api(user).token ?? "");
    socket.sendText(Buffer.from([0xff, 0xfe, 0xc0, 0x80]));
    await socket.closed;
    const calm = await app.socket(user);
    await app.settled(user, calm);
    calm.close();
  });

  test("a socket that does not answer a ping within 18 s is closed, the others stay", async () => {
    const tenant = app.company();
    const [user, other] = [testUser(tenant), testUser(tenant)];
    const hub = app.installation.ports.use(RealtimePort);
    const silent = await rawSocket(app.url, app.api(other).token ?? "");
    const alive = await app.socket(user);
    while (hub.online(tenant.id).size < 2) await Bun.sleep(1);
    await app.app.runJob("socket_tick");
    await alive.next((frame) => frame.t === "tick");
    // Its pong was sent before this frame, and is read before it.
    alive.send({ t: "joinChatBox", ticketId: 4711 });
    await alive.next((frame) => frame.t === "denied");
    await app.app.runJob("socket_tick");
    await silent.closed;
    await app.settled(user, alive);
    expect([...hub.online(tenant.id)]).toEqual([user.actor.id]);
    alive.close();
    await alive.closed;
  });

  test("a socket that does not read is cut at 1 MiB without delaying the others", async () => {
    const tenant = app.company();
    const [user, other] = [testUser(tenant), testUser(tenant)];
    const stalled = await rawSocket(app.url, app.api(other).token ?? "");
    const reader = await app.socket(user);
    const hub = app.installation.ports.use(RealtimePort);
    while (hub.online(tenant.id).size < 2) await Bun.sleep(1);
    stalled.stopReading();
    const text = "x".repeat(200_000);
    let sent = 0;
    while (hub.online(tenant.id).size > 1 && sent < 200) {
      sent += 1;
      hub.publish(tenant.id, [
        { channel: "count", data: { action: "add", n: sent, text }, audience: "everyone" },
      ]);
      await app.settled(user, reader);
    }
    expect([...hub.online(tenant.id)]).toEqual([user.actor.id]);
    expect(counted(reader)).toHaveLength(sent);
    stalled.end();
    reader.close();
  });
});

describe("the number of sockets", () => {
  test("a person has at most 30 sockets; the next is closed with 4430, a colleague's is not", async () => {
    const tenant = app.company();
    const [user, other] = [testUser(tenant), testUser(tenant)];
    const sockets = [];
    for (let n = 0; n < SOCKETS.person; n += 1) sockets.push(await app.socket(user));
    const late = await openSocket(app.url, app.api(user).token);
    expect(await late.closed).toBe(4430);
    const colleague = await app.socket(other);
    sockets.shift()?.close();
    for (const socket of [...sockets, colleague]) socket.close();
    await Promise.all([...sockets, colleague].map(({ closed }) => closed));
  });

  test("an address has at most 200 unauthenticated sockets; closed ones make room", async () => {
    const silent = await Promise.all(
      Array.from({ length: SOCKETS.unsigned }, () => openSocket(app.url, null)),
    );
    const late = await openSocket(app.url, null);
    expect(await late.closed).toBe(4430);
    silent[0]?.close();
    await silent[0]?.closed;
    const next = await openSocket(app.url, null);
    expect(next.isOpen()).toBe(true);
    for (const socket of [...silent, next]) socket.close();
    await Promise.all([...silent, next].map(({ closed }) => closed));
  });
});

describe("frames of one person", () => {
  test("a person may send at most 200 frames a second over all sockets", async () => {
    const user = testUser(app.company());
    const sockets = [];
    for (let n = 0; n < 6; n += 1) sockets.push(await app.socket(user));
    for (const socket of sockets)
      for (let n = 0; n < 45; n += 1) socket.send({ t: "visible", visible: true });
    expect(await Promise.race(sockets.map(({ closed }) => closed))).toBe(4400);
    for (const socket of sockets) socket.close();
  });
});
