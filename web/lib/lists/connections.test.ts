import { expect, test } from "bun:test";
import { fakeApi, fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";
import { type Connection, Connections } from "./connections.ts";

const connection = (id: number, change: Partial<Connection> = {}): Connection => ({
  id,
  name: `Loja ${id}`,
  status: "CONNECTED",
  isDefault: false,
  channel: "whatsapp",
  provider: "beta",
  queues: [],
  health: "ok",
  lastEventAt: null,
  updatedAt: "2026-11-20T12:00:00.000Z",
  ...change,
});

function open(found: readonly Connection[]) {
  const { api, calls } = fakeApi(() => ({ body: found }));
  const line = fakeSocket();
  const all = new Connections(api);
  all.listen(line.socket);
  line.socket.start();
  line.line().ready();
  return { all, calls, line };
}

test("every status of a connection except CONNECTED needs manual action", async () => {
  const { all, line } = open([connection(1)]);
  await all.open();
  expect(all.troubled.value).toBe(false);
  for (const status of ["qrcode", "PAIRING", "DISCONNECTED", "TIMEOUT", "OPENING"] as const) {
    line.emit("whatsappSession", {
      action: "update",
      session: { id: 1, status, updatedAt: "2026-11-20T12:00:01.000Z", retries: 0, health: "ok" },
    });
    expect(all.troubled.value).toBe(true);
  }
});

test("the list of connections starts with the default one, and the others are ordered by name", async () => {
  const { all } = open([connection(1), connection(3, { isDefault: true }), connection(2)]);
  await all.open();
  expect(all.list.value.map(({ id }) => id)).toEqual([3, 1, 2]);
});

test("a connection that was just linked is loaded again, because its event does not contain the number", async () => {
  const { all, calls, line } = open([connection(1, { status: "PAIRING" })]);
  await all.open();
  const session = {
    id: 1,
    status: "CONNECTED",
    updatedAt: "2026-11-20T12:00:02.000Z",
    retries: 0,
    health: "ok",
  };
  line.emit("whatsappSession", { action: "update", session });
  await settle();
  expect(calls.map(({ path }) => path)).toEqual(["/whatsapp?session=0", "/whatsapp?session=0"]);
});

test("a connection deleted by a colleague is removed, even if its event was missed", async () => {
  const found = [connection(1), connection(2)];
  const { all, line } = open(found);
  await all.open();
  line.emit("whatsapp", { action: "delete", whatsappId: 1 });
  expect(all.list.value.map(({ id }) => id)).toEqual([2]);
  found.splice(0, 2, connection(3));
  line.line().says({ t: "resync", cursor: 500 });
  await settle();
  expect(all.list.value.map(({ id }) => id)).toEqual([3]);
});
