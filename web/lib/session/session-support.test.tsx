import { afterEach, beforeEach, expect, test } from "bun:test";
import type { SessionUser } from "#accounts/auth/contract.ts";
import { sessionHooks } from "#web/lib/api/api.ts";
import { Drafts } from "#web/lib/storage/drafts.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { type Answer, type Call, fakeApi, fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { Session } from "./session-model.ts";

const tokenOf = (company: number) => `h.${btoa(JSON.stringify({ company }))}.s`;
const supporter = (change: Partial<SessionUser> = {}) =>
  sampleUser({ companyId: 7, supportUntil: "2026-11-21T13:00:00.000Z", ...change });

let stop: () => void = () => undefined;
beforeEach(() => localStorage.clear());
afterEach(() => stop());

function open(handler: (call: Call) => Answer) {
  const begun: string[] = [];
  const opened: string[] = [];
  const files = { clear: async () => undefined };
  const { api, calls } = fakeApi(handler, {
    token: () => storage.get("token"),
    onRefreshed: (answer) => {
      storage.set("token", answer.token);
      sessionHooks.onRefreshed(answer);
    },
    onSignedOut: (error) => sessionHooks.onSignedOut(error),
  });
  const line = fakeSocket();
  const drafts = new Drafts({
    load: async (person) => {
      opened.push(person);
      return new Map();
    },
    put: async () => undefined,
    remove: async () => undefined,
  });
  const session = new Session({ api, socket: line.socket, drafts, files, begin: (path) => begun.push(path) });
  stop = session.listen();
  return { session, calls, begun, opened, line };
}

test("the start of a support session reloads the page in the other company", async () => {
  const { session, calls, begun } = open(() => ({ body: { token: tokenOf(7), user: supporter() } }));
  session.take({ token: tokenOf(1), user: sampleUser({ companyId: 1, super: true }) });
  await session.enterSupport(7);
  expect(calls[0]).toMatchObject({ method: "POST", path: "/companies/7/support" });
  expect([storage.get("token"), begun]).toEqual([tokenOf(7), ["/"]]);
});

test("the end of a support session restores the user's own login session", async () => {
  const { session, calls, begun, opened } = open(({ method }) =>
    method === "DELETE" ? { body: { message: "left" } } : { body: { token: tokenOf(1), user: {} } },
  );
  session.take({ token: tokenOf(7), user: supporter() });
  await session.leaveSupport();
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "DELETE /support",
    "POST /auth/refresh_token",
  ]);
  expect(storage.get("token")).toBe(tokenOf(1));
  expect(new Set(begun)).toEqual(new Set(["/companies"]));
  // User ids are only unique within a company: the drafts of other users must remain.
  expect(opened).toEqual([]);
});

test("an expired support session returns to the user's own login session; without one the user is signed out", async () => {
  let isHome = true;
  const answer = (): Answer =>
    isHome
      ? { body: { token: tokenOf(1), user: {} } }
      : { status: 401, body: { error: "ERR_SESSION_EXPIRED" } };
  const first = open(({ path }) => (path === "/auth/refresh_token" ? answer() : { status: 401, body: {} }));
  first.session.take({ token: tokenOf(7), user: supporter() });
  sessionHooks.onSignedOut(new Error("over") as never);
  await settle();
  expect(first.begun).toContain("/companies");
  stop();
  isHome = false;
  const second = open(() => answer());
  second.session.take({ token: tokenOf(7), user: supporter() });
  sessionHooks.onSignedOut(new Error("over") as never);
  await settle();
  expect([second.session.state.value, second.begun]).toEqual(["out", []]);
});

test("the plan is loaded again when the provider changes it", async () => {
  const company = { ...sampleUser().company };
  const smaller = { ...company, plan: { ...company.plan, useKanban: false } };
  const { session, line } = open(() => ({ body: sampleUser({ company: smaller }) }));
  session.take({ token: "t1", user: sampleUser() });
  line.line().ready();
  expect(session.hasPlan("useKanban")).toBe(true);
  line.emit("company", { action: "update", company: { id: 7 } });
  await settle();
  expect(session.hasPlan("useKanban")).toBe(false);
});
