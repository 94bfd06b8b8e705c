import { afterAll, afterEach, expect, test } from "bun:test";
import { TestEngine, type TestEngineOptions } from "#channels/connections/whatsapp/testing/engine.ts";
import { linkStore, openTestSocket } from "#channels/connections/whatsapp/testing/socket.ts";
import { generateKeyPair } from "#simulator/crypto/curve.ts";
import { type Network, startNetwork } from "#simulator/network.ts";
import { makeServerIdentity, type ServerIdentity } from "#simulator/transport/certificate.ts";

const network = await startNetwork();
const impostors: Network[] = [];
const engines: TestEngine[] = [];
afterEach(async () => {
  network.faults.clear();
  await Promise.all(engines.splice(0).map((engine) => engine.dispose()));
  await Promise.all(impostors.splice(0).map((impostor) => impostor.stop()));
});
afterAll(() => network.stop());

let numbers = 5511911110000;

function newEngine(options?: TestEngineOptions): TestEngine {
  const engine = new TestEngine(network, options);
  engines.push(engine);
  return engine;
}

/** A server without any account: it answers every login with 401, which makes the client delete its credentials. */
async function startImpostor(identity: ServerIdentity): Promise<Network> {
  const impostor = await startNetwork({ identity });
  impostors.push(impostor);
  return impostor;
}

/** Links an engine, then starts it again from the same directory against the impostor. */
async function closedBy(identity: ServerIdentity) {
  const engine = newEngine();
  await engine.link(network.addPhone({ number: String(++numbers), name: "Padaria Aurora" }));
  await engine.provider.stop(engine.key);
  const impostor = await startImpostor(identity);
  const led = newEngine({ directory: engine.directory, url: impostor.url, timings: { connect: 3000 } });
  await led.start();
  return { led, closed: await led.event("closed"), online: impostor.online.size };
}

test("a server with a genuine certificate for another key is rejected", async () => {
  const { led, closed, online } = await closedBy({ ...network.identity, noise: generateKeyPair() });
  expect(closed.reason).toBe("network");
  expect(closed.detail).toContain("made for another key");
  expect([await led.provider.hasCredentials(led.directory), online]).toEqual([true, 0]);
});

test("a server whose certificate has another root is rejected", async () => {
  const { led, closed } = await closedBy(makeServerIdentity());
  expect(closed.reason).toBe("network");
  expect(await led.provider.hasCredentials(led.directory)).toBe(true);
});

test("a server with a certificate of another root cannot log the device out, with any error code", async () => {
  const shop = network.addPhone({ number: String(++numbers), name: "Padaria Aurora" });
  const { store, dispose } = await linkStore(network, shop);
  const impostor = await startImpostor(makeServerIdentity());
  const socket = await openTestSocket(network, store, impostor.url);
  // The error that Baileys turns into the code 401, at the first bytes of the handshake.
  socket.sock.ws.once("frame", () =>
    socket.sock.ws.emit("error", new Error("Unexpected server response: 401")),
  );
  expect(await socket.closed).toMatchObject({ reason: "network", detail: expect.stringContaining("401") });
  dispose();
});

test("a proxy that answers 401 does not log the device out", async () => {
  const engine = newEngine();
  await engine.link(network.addPhone({ number: String(++numbers), name: "Padaria Aurora" }));
  await engine.provider.stop(engine.key);
  engine.forget();
  network.faults.add({ kind: "http", status: 401 });
  await engine.start();
  expect((await engine.event("closed")).reason).toBe("network");
});

test("an unlink reported by the genuine server logs the device out", async () => {
  const engine = newEngine();
  const shop = network.addPhone({ number: String(++numbers), name: "Padaria Aurora" });
  await engine.link(shop);
  engine.forget();
  for (const device of shop.companions.keys()) shop.unlink(device);
  expect((await engine.event("closed")).reason).toBe("logged_out");
});
