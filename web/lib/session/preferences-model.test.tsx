import { afterEach, expect, test } from "bun:test";
import { DEFAULT_PREFERENCES } from "#accounts/users/preferences/defaults/contract.ts";
import { type Answer, fakeApi, fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";
import { PreferencesModel } from "./preferences-model.ts";

afterEach(() => localStorage.clear());

async function open(options: { scope?: string | null; stored?: object; put?: () => Answer } = {}) {
  let stored = { ...DEFAULT_PREFERENCES, ...options.stored };
  const { api, calls } = fakeApi(({ method, body }) => {
    const answer = (method === "PUT" && options.put?.()) || {};
    if (method === "PUT" && (answer instanceof Error || (answer.status ?? 200) < 300))
      stored = { ...stored, ...(body as object) };
    return { body: stored, ...answer };
  });
  const line = fakeSocket();
  const { scope = "1:7" } = options;
  const preferences = new PreferencesModel({ api, socket: line.socket, scope: () => scope });
  line.socket.start();
  line.line().ready();
  const stop = preferences.start();
  await settle();
  return { preferences, calls, line, stop };
}

test("preferences come from the server and are known at the next start before the server answers", async () => {
  const { preferences } = await open({ stored: { singleKeys: false } });
  expect(preferences.of("singleKeys")).toBe(false);
  const { api } = fakeApi(() => ({ status: 503 }));
  const { socket } = fakeSocket();
  const next = (scope: string) => new PreferencesModel({ api, socket, scope: () => scope }).of("singleKeys");
  expect([next("1:7"), next("1:8")]).toEqual([false, true]);
});

test("a changed preference is sent to the server and arrives on the user's other pages", async () => {
  const { preferences, calls, line } = await open();
  await preferences.set({ afterResolve: "next" });
  expect(calls.at(-1)).toMatchObject({
    method: "PUT",
    path: "/users/me/preferences",
    body: { afterResolve: "next" },
  });
  line.emit("preference", { action: "update", preferences: { undoSendSeconds: 5 } });
  expect([preferences.of("afterResolve"), preferences.of("undoSendSeconds")]).toEqual(["next", 5]);
});

test("a change that did not reach the server is sent again after the reconnect and is not overwritten", async () => {
  let isDown = true;
  const { preferences, calls, line } = await open({ put: () => ({ status: isDown ? 503 : 200 }) });
  await preferences.set({ afterResolve: "next" }).catch(() => undefined);
  expect(preferences.of("afterResolve")).toBe("next");
  isDown = false;
  line.line().says({ t: "resync", cursor: 200 });
  await settle();
  expect(calls.filter(({ method }) => method === "PUT").at(-1)?.body).toEqual({ afterResolve: "next" });
  expect(preferences.of("afterResolve")).toBe("next");
});

test("preferences that an earlier release stored in the browser move to the server once", async () => {
  localStorage.setItem("singleKeys", "off");
  localStorage.setItem("listSort", JSON.stringify({ "1:7": { waiting: "newest" }, "1:8": {} }));
  const { calls } = await open();
  expect(calls[0]).toMatchObject({
    method: "PUT",
    body: { singleKeys: false, listSort: { waiting: "newest" } },
  });
  expect([localStorage.getItem("singleKeys"), localStorage.getItem("listSort")]).toEqual([
    null,
    '{"1:8":{}}',
  ]);
});

test("a support session keeps preferences in memory only and asks the server for none", async () => {
  const { preferences, calls } = await open({ scope: null });
  await preferences.set({ singleKeys: false });
  expect([preferences.of("singleKeys"), calls.length]).toEqual([false, 0]);
  expect(localStorage.getItem("preferences")).not.toContain("singleKeys");
});
