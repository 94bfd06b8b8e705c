import { afterAll, afterEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InboundEvent, SessionEvent, SessionKey } from "#channels/connections/provider.ts";
import { caCertificate } from "#simulator/media/certificates.ts";
import { startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { createPool, type Pool } from "./pool.ts";
import { DEFAULT_TIMINGS } from "./protocol.ts";

const network = await startNetwork();
const directory = mkdtempSync(join(tmpdir(), "engine-worker-"));
const pools: Pool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});
afterAll(async () => {
  await network.stop();
  rmSync(directory, { recursive: true, force: true });
});

/**
 * The product's worker, in which one job of libsignal hangs: the first one for this person after the file `hang` exists.
 * The file `hung` exists from then on.
 */
function hangingWorker(person: Phone): { readonly program: string; hang(): void; isHung(): boolean } {
  const [hang, hung, program] = ["hang", "hung", "worker.ts"].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  const cipher = Bun.resolveSync("libsignal/src/session_cipher.js", import.meta.dir);
  writeFileSync(
    program,
    `import ${JSON.stringify(join(import.meta.dir, "worker.ts"))};
    import { existsSync, writeFileSync } from "node:fs";
    const { prototype } = require(${JSON.stringify(cipher)});
    const { getRecord } = prototype;
    const person = /${person.lid}|${person.number}/;
    let storage = null;
    prototype.getRecord = function () {
      if (!person.test(this.addr.toString())) return getRecord.call(this);
      if (storage === null && existsSync(${JSON.stringify(hang)})) {
        storage = this.storage;
        writeFileSync(${JSON.stringify(hung)}, "");
      }
      return storage === this.storage ? new Promise(() => {}) : getRecord.call(this);
    };`,
  );
  return { program, hang: () => writeFileSync(hang, ""), isHung: () => existsSync(hung) };
}

/** Two sessions in one worker, with what they emit. */
function startPool(program: string) {
  const events: { key: SessionKey; event: SessionEvent }[] = [];
  const inbound: { key: SessionKey; event: InboundEvent }[] = [];
  const waiting = new Set<() => void>();
  const pool = createPool({
    config: {
      url: network.url,
      rootKey: network.rootKey,
      mediaAuthority: caCertificate,
      sealingKey: new Uint8Array(32),
      timings: { ...DEFAULT_TIMINGS, stop: 100 },
      shipping: null,
    },
    size: 1,
    program,
    onMessage(message) {
      if (message.type === "session") events.push(message);
      if (message.type === "inbound") {
        inbound.push(...message.batch.events.map((event) => ({ key: message.key, event })));
        pool.accept(message.key, message.batch.id);
      }
      for (const look of [...waiting]) look();
    },
  });
  pools.push(pool);
  const until = <T>(find: () => T | undefined): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>();
    const look = () => {
      const found = find();
      if (found === undefined) return;
      waiting.delete(look);
      resolve(found);
    };
    waiting.add(look);
    look();
    return promise;
  };
  const start = (key: SessionKey) => {
    events.length = 0;
    const own = join(directory, String(key.connectionId));
    return pool.call(key, "start", {
      directory: own,
      mediaDirectory: join(own, "media"),
      rejectCalls: false,
    });
  };
  const isOpen = (key: SessionKey) =>
    until(() => events.find((one) => one.key.connectionId === key.connectionId && one.event.type === "open"));
  return {
    pool,
    start,
    isOpen,
    async link(key: SessionKey, phone: Phone) {
      await start(key);
      const { qr } = await until(() => events.map(({ event }) => event).find((event) => event.type === "qr"));
      await phone.scan(qr);
      await isOpen(key);
    },
    text: ({ connectionId }: SessionKey, text: string) =>
      until(() =>
        inbound.find(
          ({ key, event }) =>
            key.connectionId === connectionId &&
            event.kind === "message" &&
            event.content.type === "text" &&
            event.content.text === text,
        ),
      ),
  };
}

test("a hanging libsignal job delays neither another session with the same customer nor the next socket of its own session", async () => {
  const ana = network.addPhone({ number: "5511966660001", name: "Ana" });
  const worker = hangingWorker(ana);
  const { pool, start, isOpen, link, text } = startPool(worker.program);
  const shops = [1, 2].map((connectionId) => ({
    key: { companyId: connectionId, connectionId },
    phone: network.addPhone({ number: `551196666100${connectionId}`, name: `Loja ${connectionId}` }),
  }));
  const [one, two] = shops as [(typeof shops)[0], (typeof shops)[0]];
  for (const { key, phone } of shops) {
    await link(key, phone);
    await ana.send.text(phone, "bom dia");
    await text(key, "bom dia");
    for (const device of phone.companions.values()) await device.queue.whenEmpty();
  }
  worker.hang();
  await ana.send.text(one.phone, "fica parada");
  while (!worker.isHung()) await Bun.sleep(5);
  await ana.send.text(two.phone, "outra empresa");
  await text(two.key, "outra empresa");
  await pool.call(one.key, "stop");
  await start(one.key);
  await isOpen(one.key);
  expect((await text(one.key, "fica parada")).key).toEqual(one.key);
}, 60_000);
