import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { connections } from "#web/lib/lists/connections.ts";
import { session } from "#web/lib/session/session.ts";
import { settle } from "#web/lib/testing/test-fakes.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { connectionsNeedHelp, watchConnections } from "./connection-alert.ts";

beforeEach(() => {
  connections.reset();
  jest.useFakeTimers();
  globalThis.WebSocket = class {
    send() {}
    close() {}
  } as never;
});
afterEach(() => {
  session.end();
  connections.reset();
  jest.useRealTimers();
});

test("the '!' of the menu item Conexões appears two seconds after the page", async () => {
  const calls = servePage(() => ({ body: [{ id: 1, name: "Loja", status: "DISCONNECTED" }] }));
  session.take({ token: "t", user: sampleUser() });
  watchConnections();
  jest.advanceTimersByTime(1_999);
  expect(calls).toEqual([]);
  jest.advanceTimersByTime(1);
  await settle();
  expect(calls.map(({ path }) => path)).toEqual(["/whatsapp?session=0"]);
  expect(connectionsNeedHelp.value).toBe(true);
});

test("attendants send no request for the connections, because they cannot fix one", () => {
  const calls = servePage(() => ({ body: [] }));
  session.take({ token: "t", user: sampleUser({ profile: "user", abilities: [] }) });
  watchConnections();
  jest.advanceTimersByTime(10_000);
  expect(calls).toEqual([]);
});
