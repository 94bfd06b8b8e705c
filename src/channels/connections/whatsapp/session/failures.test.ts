import { afterAll, afterEach, expect, test } from "bun:test";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InboundEvent } from "#channels/connections/provider.ts";
import { openSessionDatabase, sessionFile } from "#channels/connections/whatsapp/store/database.ts";
import { TestEngine, type TestEngineOptions } from "#channels/connections/whatsapp/testing/engine.ts";
import { startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";

const network = await startNetwork();
const engines: TestEngine[] = [];
afterEach(async () => {
  network.faults.clear();
  await Promise.all(engines.splice(0).map((engine) => engine.dispose()));
});
afterAll(() => network.stop());

let numbers = 5511955550000;
const newPhone = (name = "Padaria Aurora") => network.addPhone({ number: String(++numbers), name });
const newEngine = (options?: TestEngineOptions) => {
  const engine = new TestEngine(network, options);
  engines.push(engine);
  return engine;
};
const linked = async (
  options?: TestEngineOptions,
): Promise<{ engine: TestEngine; shop: Phone; ana: Phone }> => {
  const engine = newEngine(options);
  const shop = newPhone();
  await engine.link(shop);
  return { engine, shop, ana: newPhone("Ana") };
};
const reopen = async (engine: TestEngine): Promise<void> => {
  engine.forget();
  await engine.start();
  await engine.event("open");
};
const texts = (events: readonly InboundEvent[]) =>
  events.flatMap((event) =>
    event.kind === "message" && event.content.type === "text" ? [event.content.text] : [],
  );

test("a network that answers nothing is detected within two pings", async () => {
  const { engine, shop } = await linked({ timings: { keepAlive: 300 } });
  network.faults.add({ kind: "silence", number: shop.number });
  const before = performance.now();
  const closed = await engine.event("closed");
  expect(closed).toMatchObject({ reason: "network", detail: "no sign of life from the network" });
  expect(performance.now() - before).toBeLessThan(5000);
});

test("an HTTP answer instead of a websocket and a closed port end the start at once", async () => {
  const { engine } = await linked();
  await engine.provider.stop(engine.key);
  engine.forget();
  network.faults.add({ kind: "http", status: 503 });
  await engine.start();
  expect((await engine.event("closed")).detail).toContain("503");
  const nowhere = newEngine({ url: "ws://127.0.0.1:9/" });
  await nowhere.start();
  expect((await nowhere.event("closed")).reason).toBe("network");
});

test("a start ends when the server accepts the connection and sends nothing, before and after the websocket opened", async () => {
  const mute = net.createServer(() => {}).listen(0, "127.0.0.1");
  await once(mute, "listening");
  const polite = Bun.serve({
    port: 0,
    fetch: (request, server) => (server.upgrade(request) ? undefined : new Response(null, { status: 400 })),
    websocket: { message: () => {} },
  });
  try {
    for (const port of [(mute.address() as net.AddressInfo).port, polite.port]) {
      const engine = newEngine({ url: `ws://127.0.0.1:${port}/`, timings: { connect: 300 } });
      await engine.start();
      expect(await engine.event("closed")).toMatchObject({ reason: "network" });
    }
  } finally {
    mute.close();
    await polite.stop(true);
  }
}, 20_000);

test("events that were not accepted are delivered again after a restart", async () => {
  const { engine, shop, ana } = await linked({ accepts: false, timings: { stop: 50 } });
  await ana.send.text(shop, "um");
  await ana.send.text(shop, "dois");
  await engine.text("dois");
  await engine.provider.stop(engine.key);
  engine.inbound.length = 0;
  engine.accepts = true;
  await reopen(engine);
  await engine.text("dois");
  expect(texts(engine.inbound)).toEqual(["um", "dois"]);
  await engine.provider.stop(engine.key);
  engine.inbound.length = 0;
  await reopen(engine);
  await ana.send.text(shop, "três");
  await engine.text("três");
  expect(texts(engine.inbound)).toEqual(["três"]);
});

test("a batch that is not accepted is delivered again", async () => {
  const { engine, shop, ana } = await linked({ accepts: false, timings: { repeat: 100, stop: 50 } });
  await ana.send.text(shop, "responde!");
  await engine.until(() => engine.batches.length >= 2, "a second hand-over");
  const [first, second] = engine.batches;
  expect(second).toEqual(first ?? { id: 0, events: [], behind: 0 });
});

test("messages written while the session was offline arrive in order, marked as offline", async () => {
  const { engine, shop, ana } = await linked();
  await engine.provider.stop(engine.key);
  const wanted = Array.from({ length: 30 }, (_, n) => `mensagem ${n}`);
  for (const text of wanted) await ana.send.text(shop, text);
  await reopen(engine);
  await engine.text("mensagem 29");
  expect(texts(engine.inbound)).toEqual(wanted);
  expect(engine.inbound.every((event) => event.kind !== "message" || event.offline)).toBe(true);
});

test("a message that cannot be journaled is not acknowledged, and arrives once the journal can be written", async () => {
  const { engine, shop, ana } = await linked();
  const [companion] = shop.companions.values();
  await companion?.queue.whenEmpty();
  const lock = openSessionDatabase(engine.directory);
  lock.exec("BEGIN IMMEDIATE");
  await ana.send.text(shop, "não se perca");
  const closed = await engine.event("closed");
  lock.exec("ROLLBACK");
  lock.close();
  expect(closed.reason).toBe("network");
  expect(closed.detail).toContain("session storage");
  expect(network.ledger.of(shop.number).filter((entry) => entry.settledAt === null)).toHaveLength(1);
  await reopen(engine);
  await engine.text("não se perca");
  expect(network.ledger.of(shop.number).map((entry) => entry.settledBy)).not.toContain("nack:500");
});

const damages: readonly (readonly [string, (file: string) => void])[] = [
  ["emptied", (file) => truncateSync(file, 0)],
  ["cut inside its header", (file) => truncateSync(file, 60)],
  ["cut in half", (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2))],
  ["deleted", (file) => rmSync(file)],
  ["overwritten with something else", (file) => writeFileSync(file, "not a database at all".repeat(400))],
];
test("a damaged session file is reported, and no new credentials are created", async () => {
  const { engine } = await linked();
  await engine.provider.stop(engine.key);
  for (const [what, damage] of damages) {
    const directory = join(engine.directory, what);
    mkdirSync(directory);
    for (const name of ["session.sqlite", "linked"])
      cpSync(join(engine.directory, name), join(directory, name));
    damage(sessionFile(directory));
    engine.forget();
    await engine.start({ directory });
    expect([what, (await engine.event("closed")).reason]).toEqual([what, "session_damaged"]);
    expect(await engine.provider.hasCredentials(directory)).toBe(true);
    await engine.provider.wipe(directory);
    expect(await engine.provider.hasCredentials(directory)).toBe(false);
    expect(engine.session.some((event) => event.type === "qr")).toBe(false);
    await engine.start({ directory });
    await engine.event("qr");
    await engine.provider.stop(engine.key);
  }
});

test("a key changed on disk ends the session when it is used, and no message is refused", async () => {
  const { engine, shop, ana } = await linked();
  await ana.send.text(shop, "antes");
  await engine.text("antes");
  const [companion] = shop.companions.values();
  await companion?.queue.whenEmpty();
  await engine.provider.stop(engine.key);
  const db = openSessionDatabase(engine.directory);
  db.exec("UPDATE signal_key SET value = substr(value, 1, 40) WHERE type = 'session'");
  db.close();
  await reopen(engine);
  await ana.send.text(shop, "depois");
  expect((await engine.event("closed")).reason).toBe("session_damaged");
  expect(network.ledger.of(shop.number).filter((entry) => entry.settledAt === null)).toHaveLength(1);
});

test("a damaged key that is read while the socket is created ends the session", async () => {
  const { engine } = await linked();
  await engine.provider.stop(engine.key);
  const db = openSessionDatabase(engine.directory);
  db.exec("INSERT OR REPLACE INTO signal_key (type, id, value) VALUES ('tctoken', '__index', x'00')");
  db.close();
  engine.forget();
  await engine.start();
  expect((await engine.event("closed")).reason).toBe("session_damaged");
});

test("a connection whose credentials were wiped by another thread shows a code again", async () => {
  const { engine, shop, ana } = await linked({ accepts: false });
  await ana.send.text(shop, "ainda não guardada");
  await engine.text("ainda não guardada");
  for (const device of shop.companions.keys()) shop.unlink(device);
  expect((await engine.event("closed")).reason).toBe("logged_out");
  await engine.provider.wipe(engine.directory);
  engine.forget();
  await engine.start();
  await engine.event("qr");
  for (const batch of engine.batches) engine.provider.accept(engine.key, batch.id);
});

test("a session sealed with another key is reported as damaged", async () => {
  const { engine } = await linked();
  await engine.provider.stop(engine.key);
  const other = newEngine({ directory: engine.directory, sealingKey: new Uint8Array(32).fill(9) });
  await other.start();
  expect((await other.event("closed")).reason).toBe("session_damaged");
});

test("no key is readable on disk, and none is left after a wipe", async () => {
  const { engine, shop, ana } = await linked();
  await ana.send.text(shop, "oi");
  await engine.text("oi");
  await engine.provider.stop(engine.key);
  const bytes = readFileSync(sessionFile(engine.directory)).toString("latin1");
  for (const word of ["noiseKey", "privKey", "rootKey", "advSecretKey", "signedIdentityKey"]) {
    expect(bytes).not.toContain(word);
  }
  const db = openSessionDatabase(engine.directory);
  const sealed = db.prepare("SELECT value FROM credentials").get() as { value: Buffer };
  db.close();
  await engine.provider.wipe(engine.directory);
  const left = readFileSync(sessionFile(engine.directory));
  expect(left.includes(sealed.value.subarray(0, 64))).toBe(false);
});

/** A CONNECT proxy that requires a password and records the requested targets. */
async function startProxy(): Promise<{ url: string; targets: string[]; close: () => void }> {
  const targets: string[] = [];
  const server = net.createServer((client) => {
    client.on("error", () => client.destroy());
    client.once("data", (head) => {
      const [, host = "", port = ""] = /^CONNECT ([^:]+):(\d+)/.exec(head.toString()) ?? [];
      if (!head.toString().includes(Buffer.from("loja:segredo").toString("base64"))) return client.destroy();
      targets.push(`${host}:${port}`);
      const upstream = net.connect(Number(port), host, () => {
        client.write("HTTP/1.1 200 OK\r\n\r\n");
        client.pipe(upstream).pipe(client);
      });
      upstream.on("error", () => client.destroy());
      return undefined;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  return { url: `http://loja:segredo@127.0.0.1:${port}`, targets, close: () => server.close() };
}

test("websocket and media of a connection with its own proxy use that proxy", async () => {
  const proxy = await startProxy();
  const engine = newEngine();
  const shop = newPhone();
  await engine.link(shop, { proxyUrl: proxy.url });
  expect(proxy.targets).toContain(`127.0.0.1:${network.port}`);
  const ana = newPhone("Ana");
  await ana.send.document(shop, Buffer.from("pdf"), "a.pdf", { caption: "pelo proxy" });
  const event = await engine.received("message", ({ content }) => content.type === "media");
  expect(event.content.type === "media" && event.content.media.file.state).toBe("stored");
  expect(proxy.targets).toContain(network.mediaHost);
  proxy.close();
});

test("a proxy of an unknown kind and an unreachable proxy close the session with a reason", async () => {
  const engine = newEngine();
  await engine.start({ proxyUrl: "ftp://127.0.0.1:1" });
  expect((await engine.event("closed")).detail).toContain("ftp");
  engine.forget();
  await engine.start({ proxyUrl: "http://127.0.0.1:9" });
  expect((await engine.event("closed")).reason).toBe("network");
});

test("the session reports the configured version, else the built-in one", async () => {
  network.faults.add({ kind: "refuseVersion", below: [9, 0, 0] });
  const engine = newEngine();
  await engine.start({});
  expect((await engine.event("closed")).reason).toBe("version_refused");
  engine.forget();
  await engine.start({ clientVersion: [9, 3000, 1] });
  expect((await engine.event("qr")).attempt).toBe(1);
});

test("two connections of one worker do not receive each other's events", async () => {
  const first = await linked();
  const directory = mkdtempSync(join(tmpdir(), "engine-second-"));
  const key = { companyId: 2, connectionId: 1 };
  const { engine } = first;
  engine.forget();
  await engine.provider.start(key, {
    directory,
    mediaDirectory: join(directory, "media"),
    rejectCalls: false,
  });
  const { qr } = await engine.event("qr");
  const shop = newPhone("Outra loja");
  await shop.scan(qr);
  await engine.event("open");
  const before = engine.batches.length;
  await first.ana.send.text(shop, "para a outra");
  await engine.text("para a outra");
  expect(engine.batches.length).toBe(before + 1);
  expect(first.shop.number).not.toBe(shop.number);
  await engine.provider.stop(key);
  expect(existsSync(sessionFile(directory))).toBe(true);
  rmSync(directory, { recursive: true, force: true });
});
