import { afterAll, afterEach, expect, test } from "bun:test";
import { TestEngine, type TestEngineOptions } from "#channels/connections/whatsapp/testing/engine.ts";
import { startNetwork } from "#simulator/network.ts";

const network = await startNetwork();
const engines: TestEngine[] = [];
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.dispose())));
afterAll(() => network.stop());

let numbers = 5511922220000;
const newPhone = () => network.addPhone({ number: String(++numbers), name: "Padaria Aurora" });
const newEngine = (options?: TestEngineOptions) => {
  const engine = new TestEngine(network, options);
  engines.push(engine);
  return engine;
};

test("scanning the first QR code opens the session without a second call", async () => {
  const phone = newPhone();
  const engine = newEngine();
  await engine.link(phone);
  const kinds = engine.session.map((event) => event.type).filter((type) => type !== "alive");
  expect(kinds).toEqual(["qr", "pairing", "open"]);
  expect(engine.session.some((event) => event.type === "alive")).toBe(true);
  const open = await engine.event("open");
  expect(open.identities.map(({ kind, value }) => [kind, value])).toEqual([
    ["pn", phone.number],
    ["lid", phone.lid ?? ""],
  ]);
});

test("the third unscanned QR code ends the start and leaves no data", async () => {
  const engine = newEngine({ timings: { qr: 40 } });
  await engine.start();
  expect((await engine.event("closed")).reason).toBe("qr_not_scanned");
  const attempts = engine.session.flatMap((event) => (event.type === "qr" ? [event.attempt] : []));
  expect(attempts).toEqual([1, 2, 3]);
  expect(await engine.provider.hasCredentials(engine.directory)).toBe(false);
});

test("a typed pairing code opens the session", async () => {
  const phone = newPhone();
  const engine = newEngine();
  await engine.start({ pairingNumber: phone.number });
  const { code } = await engine.event("pairing_code");
  await phone.until(() => (phone.isAskedForCode ? true : undefined));
  await phone.enterCode(code);
  await engine.event("open");
  expect(engine.session.some((event) => event.type === "qr")).toBe(false);
});

test("an unused pairing code times out, and the next attempt gets a new one", async () => {
  const phone = newPhone();
  // Long enough to type a code on a busy machine.
  const engine = newEngine({ timings: { pairing: 3000 } });
  await engine.start({ pairingNumber: phone.number });
  const first = await engine.event("pairing_code");
  expect((await engine.event("closed")).reason).toBe("pairing_timeout");
  engine.forget();
  await engine.start({ pairingNumber: phone.number });
  const second = await engine.event("pairing_code");
  expect(second.code).not.toBe(first.code);
  await phone.until(() => (phone.isAskedForCode ? true : undefined));
  await phone.enterCode(second.code);
  await engine.event("open");
}, 20_000);

test("a stored session opens again without a code", async () => {
  const engine = newEngine();
  await engine.link(newPhone());
  await engine.provider.stop(engine.key);
  expect((await engine.event("closed")).reason).toBe("stopped");
  expect(await engine.provider.hasCredentials(engine.directory)).toBe(true);
  engine.forget();
  await engine.start();
  await engine.event("open");
  expect(engine.session.map((event) => event.type)).not.toContain("qr");
});

test("a session that is unlinked, replaced, blocked or refused closes with its own reason", async () => {
  const phone = newPhone();
  const engine = newEngine();
  await engine.link(phone);
  const again = async (reason: string) => {
    expect((await engine.event("closed")).reason as string).toBe(reason);
    engine.forget();
  };
  const reopen = async () => {
    await engine.start();
    await engine.event("open");
  };
  await engine.provider.stop(engine.key);
  await again("stopped");
  for (const [code, reason] of [
    [403, "blocked"],
    [405, "version_refused"],
    [503, "network"],
  ] as const) {
    network.faults.add({ kind: "loginFailure", number: phone.number, reason: code, times: 1 });
    await engine.start();
    await again(reason);
  }
  await reopen();
  for (const companion of phone.companions.values()) companion.wire?.terminate();
  await again("network");
  await reopen();
  for (const device of phone.companions.keys()) phone.unlink(device);
  await again("logged_out");
});

test("logging out removes the device from the phone and erases the credentials", async () => {
  const phone = newPhone();
  const engine = newEngine();
  await engine.link(phone);
  await engine.provider.logout(engine.key);
  await phone.until(() => (phone.companions.size === 0 ? true : undefined));
  expect((await engine.event("closed")).reason).toBe("stopped");
  expect(await engine.provider.hasCredentials(engine.directory)).toBe(false);
});

test("a server whose certificate is not signed by the pinned root is refused", async () => {
  const other = await startNetwork();
  const engine = newEngine({ rootKey: other.rootKey, timings: { connect: 1000 } });
  await engine.start();
  const closed = await engine.event("closed");
  expect(closed.reason).toBe("network");
  expect(closed.detail).toContain("signature invalid");
  expect(engine.session.some((event) => event.type === "qr")).toBe(false);
  await other.stop();
});

test("old messages of the phone arrive after linking when they are enabled, marked as history", async () => {
  const phone = newPhone();
  const ana = newPhone();
  await ana.send.text(phone, "mensagem antiga");
  await phone.send.text(ana, "resposta antiga");
  const without = newEngine();
  await without.link(phone);
  const wanting = newEngine();
  await wanting.link(phone, { importHistory: true });
  const old = await wanting.text("mensagem antiga");
  const answer = await wanting.text("resposta antiga");
  expect(old).toMatchObject({ history: true, fromMe: false, pushName: "Padaria Aurora" });
  expect(answer).toMatchObject({ history: true, fromMe: true, chatKey: old.chatKey });
  expect(old.chat.map(({ value }) => value)).toEqual([ana.number, ana.lid ?? ""]);
  await ana.send.text(phone, "mensagem nova");
  expect((await without.text("mensagem nova")).history).toBe(false);
  expect(without.inbound.filter((event) => event.kind === "message")).toHaveLength(1);
});
