import { expect, test } from "bun:test";
import { systemClock } from "./clock.ts";
import { Client } from "./testing/client.ts";
import { memoryAuth } from "./testing/memory-auth.ts";
import { muteSignalLogs } from "./testing/quiet.ts";
import { startWorld } from "./world.ts";

muteSignalLogs();

test("the companies' phones scan the QR codes by themselves, and then people write", async () => {
  const clients = new Map<string, Client>();
  const hasty = {
    now: systemClock.now,
    after: (ms: number, fn: () => void) => systemClock.after(ms / 100, fn),
  };
  const world = await startWorld({
    clock: hasty,
    qrFor: (number) =>
      clients
        .get(number)
        ?.seen("connection.update")
        .findLast(({ qr }) => qr)?.qr ?? null,
  });
  const [shop] = world.shops;
  const number = shop?.number ?? "";
  expect(world.shops.map(({ name }) => name)).toContain("Vento Telecom");
  const first = new Client(world.network, memoryAuth());
  clients.set(number, first);
  expect(await first.closed()).toBe(515);
  const client = await new Client(world.network, first.auth).opened();
  const message = await client.received(({ key, message }) => !key.fromMe && !!message?.conversation);
  expect(shop?.inbox.map(({ id }) => id)).toContain(message.key.id ?? "");
  await client.end();
  await world.stop();
});
