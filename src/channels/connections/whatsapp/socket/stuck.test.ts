import { afterAll, afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { proto } from "@whiskeysockets/baileys";
import { TestEngine } from "#channels/connections/whatsapp/testing/engine.ts";
import { postToCompanion } from "#simulator/messaging/post.ts";
import { startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";

/** Time limit of a task in sessions that must end as stuck. It may be short, because no work has to end within it. */
const SOON = { stuck: 300, keepAlive: 500 };
/** Time limits in sessions whose work must end in time, also on a loaded machine. */
const PATIENT = { stuck: 1000, keepAlive: 5000 };

/** A message that hangs is stuck after four times its limit; a loaded machine needs much longer to notice it. */
setDefaultTimeout(180_000);

const network = await startNetwork();
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
afterAll(() => network.stop());

let numbers = 5511933330000;
const newPhone = (name: string): Phone => network.addPhone({ number: String(++numbers), name });

/** A CONNECT proxy to the simulated network that leaves every other connection without an answer. */
async function startStallingProxy(): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    sockets.add(client);
    client.on("error", () => client.destroy());
    client.once("data", (head) => {
      if (!head.toString().startsWith(`CONNECT 127.0.0.1:${network.port} `)) return;
      const upstream = net.connect(network.port, "127.0.0.1", () => {
        client.write("HTTP/1.1 200 OK\r\n\r\n");
        client.pipe(upstream).pipe(client);
      });
      upstream.on("error", () => client.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
}

function newEngine(timings = PATIENT): TestEngine {
  const engine = new TestEngine(network, { timings });
  cleanUps.push(() => engine.dispose());
  return engine;
}

/** Sends a history that Baileys downloads while it handles the message that refers to it, without a time limit. */
async function hangMessages(shop: Phone): Promise<void> {
  const [device] = shop.companions.values();
  if (!device) throw new Error("no device is linked");
  const syncType = proto.Message.HistorySyncType.RECENT;
  await postToCompanion(shop, device, {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType,
        mediaKey: randomBytes(32),
        directPath: "/v/never-answered",
        progress: 50,
      },
    },
  });
}

test("a message that hangs delays no other chat; its session closes as stuck and receives messages after the next start", async () => {
  const engine = newEngine();
  const [shop, ana] = [newPhone("Padaria Aurora"), newPhone("Ana")];
  await engine.link(shop, { proxyUrl: await startStallingProxy() });
  await hangMessages(shop);
  await ana.send.text(shop, "alguém aí?");
  await engine.text("alguém aí?");
  expect(await engine.event("closed")).toMatchObject({
    reason: "engine_stuck",
    detail: expect.stringContaining("a message has not ended"),
  });
  engine.forget();
  await engine.start();
  await engine.event("open");
  await ana.send.text(shop, "e agora?");
  await engine.text("e agora?");
});

test("a message that hangs closes its session while messages of other chats arrive", async () => {
  const engine = newEngine();
  const [shop, ana] = [newPhone("Padaria Aurora"), newPhone("Ana")];
  await engine.link(shop, { proxyUrl: await startStallingProxy() });
  await hangMessages(shop);
  const isClosed = () => engine.session.some((event) => event.type === "closed");
  let count = 0;
  for (; !isClosed(); count++) {
    await ana.send.text(shop, `mensagem ${count}`);
    await engine.until(
      () => isClosed() || engine.inbound.filter((event) => event.kind === "message").length > count,
    );
  }
  expect(count).toBeGreaterThan(1);
  expect(await engine.event("closed")).toMatchObject({ reason: "engine_stuck" });
});

test("a send that hangs closes its session, to a person while its devices are queried, to a group while it is relayed", async () => {
  const engine = newEngine(SOON);
  const [shop, ana] = [newPhone("Padaria Aurora"), newPhone("Ana")];
  await engine.link(shop);
  const group = network.addGroup("Fornecedores", [shop, newPhone("Bia")]);
  const cases = [
    { to: `${ana.number}@s.whatsapp.net`, xmlns: "usync", detail: "a send has not ended" },
    { to: `${group.id}@g.us`, xmlns: "encrypt", detail: "a transaction has not ended" },
  ];
  for (const { to, xmlns, detail } of cases) {
    engine.forget();
    // The queries time out after 20 s.
    const match = { tag: "iq", attrs: { xmlns, type: "get" } };
    const answer = network.faults.add({ kind: "drop", direction: "incoming", match });
    const sending = engine.send(to, "alô");
    expect(await engine.event("closed", 20_000)).toMatchObject({
      reason: "engine_stuck",
      detail: expect.stringContaining(detail),
    });
    expect((await sending).result.state).toBe("retry");
    answer();
    engine.forget();
    await engine.start();
    await engine.event("open");
  }
});

test("a stuck session does not interrupt the other sessions of its worker", async () => {
  const engine = newEngine();
  const [shop, other, ana] = [newPhone("Padaria Aurora"), newPhone("Oficina"), newPhone("Ana")];
  await engine.link(shop, { proxyUrl: await startStallingProxy() });
  engine.forget();
  const key = { companyId: 2, connectionId: 1 };
  const directory = mkdtempSync(join(tmpdir(), "engine-second-"));
  cleanUps.push(() => rmSync(directory, { recursive: true, force: true }));
  const options = { directory, mediaDirectory: join(directory, "media"), rejectCalls: false };
  await engine.provider.start(key, options);
  const { qr } = await engine.event("qr");
  await other.scan(qr);
  await engine.event("open");
  await hangMessages(shop);
  await engine.until(
    () => engine.session.some((event) => event.type === "closed" && event.reason === "engine_stuck"),
    "the stuck session",
    20_000,
  );
  await ana.send.text(other, "tudo bem?");
  await engine.text("tudo bem?");
  engine.forget();
  await engine.start();
  await engine.event("open");
  await ana.send.text(shop, "e agora?");
  await engine.text("e agora?");
  expect(engine.session.some((event) => event.type === "closed")).toBe(false);
});
