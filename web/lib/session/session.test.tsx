import { expect, jest, test } from "bun:test";
import type { SessionUser } from "#accounts/auth/contract.ts";
import { SOCKET_CLOSE } from "#platform/realtime/contract.ts";
import { sessionHooks } from "#web/lib/api/api.ts";
import { companyZone } from "#web/lib/format/dates.ts";
import { Drafts } from "#web/lib/storage/drafts.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { type Answer, type Call, fakeApi, fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { Session } from "./session-model.ts";

const noDrafts = () =>
  new Drafts({ load: async () => new Map(), put: async () => undefined, remove: async () => undefined });

function openSession(handler: (call: Call) => Answer) {
  const { api, calls } = fakeApi(handler, {
    token: () => storage.get("token"),
    onSignedOut: () => session.end(),
  });
  const line = fakeSocket();
  const cleared: string[] = [];
  const files = { clear: async (person: string) => void cleared.push(person) };
  const session: Session = new Session({ api, socket: line.socket, drafts: noDrafts(), files });
  return { session, calls, line, cleared };
}
const user = (change: Partial<SessionUser> = {}) => sampleUser(change);

test("a login stores token, company, user and cshow, and sets the company's time zone", async () => {
  const company = { ...user().company, timeZone: "America/Manaus" };
  const { session, line } = openSession(() => ({ body: { token: "t1", user: user({ company }) } }));
  const result = await session.login("ana@aurora.com", "segredo");
  expect(result.kind).toBe("in");
  expect(["token", "companyId", "userId", "cshow"].map((key) => localStorage.getItem(key))).toEqual([
    "t1",
    "7",
    "1",
    "true",
  ]);
  expect(companyZone.value).toBe("America/Manaus");
  expect(line.lines).toHaveLength(1);
});

test("cshow is not stored for a company without campaigns", async () => {
  const company = { ...user().company, settings: [{ key: "campaignsEnabled", value: "false" }] };
  const { session } = openSession(() => ({ body: { token: "t1", user: user({ company }) } }));
  await session.login("a@b.c", "x");
  expect(localStorage.getItem("cshow")).toBeNull();
});

test("campaigns disappear when they are disabled, and appear after the next login when they are enabled", async () => {
  const { session, line } = openSession(() => ({ body: { token: "t1", user: user() } }));
  session.listen();
  await session.login("a@b.c", "x");
  line.line().ready();
  const turn = (value: string) =>
    line.emit("setting", { action: "update", setting: { key: "campaignsEnabled", value } });
  expect(session.campaigns.value).toBe(true);
  turn("false");
  expect([session.campaigns.value, localStorage.getItem("cshow")]).toEqual([false, null]);
  turn("true");
  expect([session.campaigns.value, localStorage.getItem("cshow")]).toEqual([false, null]);
  await session.login("a@b.c", "x");
  expect([session.campaigns.value, localStorage.getItem("cshow")]).toEqual([true, "true"]);
  session.end();
  expect([session.campaigns.value, localStorage.getItem("cshow")]).toEqual([false, null]);
});

test("a login to an expired company creates no session and opens its invoices", async () => {
  const { session } = openSession(() => ({
    body: { expired: true, dueDate: "2026-11-01", invoices: [{ status: "open" }], token: "b", user: {} },
  }));
  const result = await session.login("a@b.c", "x");
  expect(result).toMatchObject({
    kind: "expired",
    dueDate: "2026-11-01",
    invoices: [{ status: "open" }],
    token: "b",
  });
  expect([session.user.value, localStorage.getItem("token")]).toEqual([null, null]);
});

test("the login session of the last visit is restored; without one no request is sent", async () => {
  const first = openSession(() => ({ body: user() }));
  await first.session.start();
  expect([first.session.state.value, first.calls.length]).toEqual(["out", 0]);
  storage.set("token", "t1");
  const second = openSession(() => ({ body: user() }));
  await second.session.start();
  expect(second.session.state.value).toBe("in");
  expect(second.session.can("connections-page:addConnection")).toBe(true);
});

test("a user remains signed in when the server does not respond", async () => {
  storage.set("token", "t1");
  const { session } = openSession(() => new TypeError("down"));
  await session.start();
  expect(session.state.value).toBe("unreachable");
  expect(localStorage.getItem("token")).toBe("t1");
});

test("an ended login session removes its stored data, but not theme and volume", async () => {
  storage.set("theme", "dark");
  const { session } = openSession((call) =>
    call.path === "/auth/login"
      ? { body: { token: "t1", user: user() } }
      : { status: 401, body: { error: "ERR_SESSION_EXPIRED" } },
  );
  await session.login("a@b.c", "x");
  await session.start();
  expect(session.state.value).toBe("out");
  expect(localStorage.length).toBe(1);
  expect(localStorage.getItem("theme")).toBe("dark");
});

test("a login of the same account elsewhere ends the session once; a login in this browser does not", async () => {
  const { session, line } = openSession(() => ({ body: { token: "t1", user: user() } }));
  session.listen();
  await session.login("a@b.c", "x");
  line.line().ready();
  line.emit("auth", { action: "update", user: { id: 1 }, sessionId: 5 });
  line.emit("auth", { action: "update", user: { id: 2 }, sessionId: 6 });
  expect(session.replaced.value).toBe(false);
  line.emit("auth", { action: "update", user: { id: 1 }, sessionId: 6 });
  expect(session.replaced.value).toBe(true);
  expect(localStorage.getItem("token")).toBeNull();
});

test("a logout clears the browser even when the server does not respond", async () => {
  const { session } = openSession((call) =>
    call.path === "/auth/logout" ? new TypeError("down") : { body: { token: "t1", user: user() } },
  );
  await session.login("a@b.c", "x");
  await session.logout();
  expect([session.state.value, localStorage.getItem("token")]).toEqual(["out", null]);
});

test("logout and an expired session remove the unsent files of their own user only", async () => {
  const { session, cleared } = openSession((call) =>
    call.path === "/auth/me"
      ? { status: 401, body: { error: "ERR_SESSION_EXPIRED" } }
      : { body: { token: "t1", user: user() } },
  );
  await session.login("a@b.c", "x");
  expect(cleared).toEqual([]);
  await session.logout();
  expect(cleared).toEqual(["7:1"]);
  // The session ended while the browser was closed: only stored data identify the user.
  for (const [key, value] of [
    ["token", "old"],
    ["companyId", "8"],
    ["userId", "1"],
  ] as const)
    storage.set(key, value);
  await session.start();
  expect(cleared).toEqual(["7:1", "8:1"]);
});

test("a company setting changed by an admin applies at once", async () => {
  const { session, line } = openSession(() => ({ body: { token: "t1", user: user() } }));
  session.listen();
  await session.login("a@b.c", "x");
  line.line().ready();
  line.emit("setting", { action: "update", setting: { key: "userSpyChat", value: "enabled" } });
  await settle();
  expect(session.setting("userSpyChat")).toBe("enabled");
});

test('"away" is shown at once and reverted when the server rejects it', async () => {
  let status = 200;
  const { session, calls } = openSession(() => ({ status, body: { error: "ERR_INTERNAL" } }));
  session.take({ token: "t1", user: user() });
  await session.setAway(true);
  expect(calls).toMatchObject([{ method: "PUT", path: "/users/me/away", body: { away: true } }]);
  expect(session.user.value?.away).toBe(true);
  status = 500;
  await expect(session.setAway(false)).rejects.toMatchObject({ code: "ERR_INTERNAL" });
  expect(session.user.value?.away).toBe(true);
});

test("an admin's changes of the user apply at once; another profile has other abilities", async () => {
  const demoted = user({ profile: "user", abilities: [], name: "Ana Reis" });
  const { session, line } = openSession(() => ({ body: demoted }));
  session.listen();
  session.take({ token: "t1", user: user() });
  line.line().ready();
  const {
    abilities: _,
    sessionId: __,
    company: ___,
    ...record
  } = user({ name: "Ana Lima", signMessages: false });
  line.emit("user", { action: "update", user: record });
  expect(session.user.value).toMatchObject({ name: "Ana Lima", signMessages: false, sessionId: 5 });
  expect(session.can("dashboard:view")).toBe(true);
  line.emit("user", { action: "update", user: { ...record, profile: "user" } });
  await settle();
  expect(session.can("dashboard:view")).toBe(false);
});

test("a user of an expired company can only pay, and can use every page after the payment", async () => {
  const paid = { ...user().company, dueDate: "2999-12-20" };
  const { session, line } = openSession(({ path }) =>
    path === "/auth/me" ? { body: user({ company: paid }) } : { body: { token: "t1", user: user() } },
  );
  const stop = session.listen();
  await session.login("ana@aurora.com", "segredo");
  sessionHooks.onExpired();
  expect(session.expired.value).toBe(true);
  line.line().ready();
  jest.useFakeTimers();
  line.emit("payment", { action: "CONCLUIDA" });
  jest.advanceTimersByTime(2_999);
  await settle();
  expect(session.expired.value).toBe(true);
  jest.advanceTimersByTime(1);
  jest.useRealTimers();
  await settle();
  expect([session.expired.value, session.user.value?.company.dueDate]).toEqual([false, "2999-12-20"]);
  line.emit("subscription", { action: "expired" });
  expect(session.expired.value).toBe(true);
  session.end();
  expect(session.expired.value).toBe(false);
  stop();
});

test("a login session ended by the server passes the reason to the login page", async () => {
  for (const error of ["ERR_COMPANY_INACTIVE", "ERR_SESSION_EXPIRED"]) {
    const { session, line } = openSession(({ path }) =>
      path === "/auth/login" ? { body: { token: "t1", user: user() } } : { status: 403, body: { error } },
    );
    const stop = session.listen();
    await session.login("ana@aurora.com", "segredo");
    line.line().ready();
    line.line().drops(SOCKET_CLOSE.sessionEnded);
    await settle();
    expect(session.state.value).toBe("out");
    expect(session.refusal.value).toMatchObject({ code: error });
    stop();
  }
});

test("a 402 of any request sets the company to expired", async () => {
  let told = 0;
  const { api } = fakeApi(() => ({ status: 402, body: { error: "ERR_SUBSCRIPTION_EXPIRED" } }), {
    onExpired: () => {
      told += 1;
    },
  });
  await expect(api.get("/tickets")).rejects.toMatchObject({ code: "ERR_SUBSCRIPTION_EXPIRED" });
  expect(told).toBe(1);
});
