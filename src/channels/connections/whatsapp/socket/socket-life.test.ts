import { afterAll, afterEach, expect, test } from "bun:test";
import { sessionFile } from "#channels/connections/whatsapp/store/database.ts";
import { SocketEnded } from "#channels/connections/whatsapp/store/fence.ts";
import {
  type LinkedStore,
  linkStore,
  openTestSocket,
} from "#channels/connections/whatsapp/testing/socket.ts";
import { openDatabase } from "#platform/db/open.ts";
import { startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";

const network = await startNetwork();
const linked: LinkedStore[] = [];
afterEach(() => {
  for (const each of linked.splice(0)) each.dispose();
});
afterAll(() => network.stop());

let numbers = 5511977770000;
const newPhone = (name: string): Phone => network.addPhone({ number: String(++numbers), name });
async function link(shop: Phone): Promise<LinkedStore> {
  const made = await linkStore(network, shop);
  linked.push(made);
  return made;
}

/** Fails every write of journal rows from now on; the returned function repairs the store. */
function breakJournal({ directory }: LinkedStore): () => void {
  const file = openDatabase(sessionFile(directory), { durability: "normal" });
  file.exec("ALTER TABLE journal RENAME TO gone");
  return () => {
    file.exec("ALTER TABLE gone RENAME TO journal");
    file.close();
  };
}

test("after a failed write no receipt, nack or request for a copy leaves, even while the websocket stays open", async () => {
  const [shop, ana] = [newPhone("Padaria Aurora"), newPhone("Ana")];
  const made = await link(shop);
  const socket = await openTestSocket(network, made.store);
  await socket.opened;
  await made.device.queue.whenEmpty();
  // Neither Baileys nor the websocket closes: only the muted socket holds frames back.
  const { socket: raw } = socket.sock.ws as unknown as { socket: Record<"terminate" | "send", () => void> };
  const [terminate, send] = [raw.terminate.bind(raw), raw.send.bind(raw)];
  let frames = 0;
  raw.send = (...frame) => {
    frames++;
    send(...frame);
  };
  Object.assign(socket.sock, { end: async () => {} });
  raw.terminate = () => {};
  const repair = breakJournal(made);
  await ana.send.text(shop, "oi");
  const receipt = { from: `${ana.number}@s.whatsapp.net`, id: "3B1" };
  expect(await socket.closed).toEqual({
    reason: "network",
    detail: "session storage: no such table: journal",
  });
  await expect(socket.sock.sendMessageAck({ tag: "receipt", attrs: receipt })).rejects.toThrow(
    "Connection Closed",
  );
  expect(frames).toBe(0);
  expect(made.device.queue.list().map(({ tag }) => tag)).toEqual(["message"]);
  terminate();
  repair();
  const next = await openTestSocket(network, made.store);
  await next.opened;
  await made.device.queue.whenEmpty();
  const rows = made.store.journal.after(0, 10);
  const from = rows.flatMap((row) => (row.kind === "message" ? (row.attrs["from"] ?? "") : []));
  expect(from.filter((address) => address.startsWith(ana.number))).toHaveLength(1);
  next.end({ reason: "stopped", detail: "stopped" });
  await next.closed;
});

test("the store of a socket that ended can no longer be used by what the socket left behind", async () => {
  const made = await link(newPhone("Padaria Aurora"));
  const socket = await openTestSocket(network, made.store);
  await socket.opened;
  expect(socket.store.own().id).toBe(made.store.own().id);
  socket.end({ reason: "stopped", detail: "stopped" });
  await socket.closed;
  expect(() => socket.store.own()).toThrow(SocketEnded);
  expect(() => socket.store.keys.read("session", "x")).toThrow(SocketEnded);
  expect(socket.guard(() => {})).toBe(false);
  made.store.own();
});
