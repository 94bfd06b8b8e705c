import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { TestEngine, type TestEngineOptions } from "#channels/connections/whatsapp/testing/engine.ts";
import { startNetwork } from "#simulator/network.ts";
import type { AssertionChanges } from "#simulator/passkey/authenticator.ts";
import type { PasskeyFault } from "#simulator/passkey/passkey-link.ts";
import type { Phone } from "#simulator/phones/phone.ts";

const network = await startNetwork();
const engines: TestEngine[] = [];
beforeEach(() => void network.problems.splice(0));
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.dispose())));
afterAll(() => network.stop());

let numbers = 5511933330000;
const newPhone = (fault: PasskeyFault | null = null) => {
  const phone = network.addPhone({ number: String(++numbers), name: "Padaria Aurora" });
  phone.requirePasskey(fault);
  return phone;
};
const newEngine = (options?: TestEngineOptions) => {
  const engine = new TestEngine(network, options);
  engines.push(engine);
  return engine;
};

/** Starts a link by QR code and waits until the account asks for its passkey. */
async function untilAsked(phone: Phone, engine: TestEngine): Promise<void> {
  await engine.start();
  const { qr } = await engine.event("qr");
  void phone.scan(qr);
  await engine.until(() => stepsOf(engine).includes("passkey_required"), "passkey request");
}
const stepsOf = (engine: TestEngine) =>
  engine.session.flatMap((event) => (event.type === "passkey" ? [event.step] : []));
const reached = (engine: TestEngine, step: string) =>
  engine.until(() => stepsOf(engine).some((each) => each === step), step);

async function sign(phone: Phone, engine: TestEngine, changes?: AssertionChanges) {
  const passkey = phone.requirePasskey(phone.passkeyFault);
  const assertion = passkey.sign({ challenge: await challengeOf(engine) }, changes);
  return engine.provider.answerPasskey?.(engine.key, assertion);
}
async function challengeOf(engine: TestEngine): Promise<string> {
  const state = await engine.provider.passkey?.(engine.key);
  return String(state?.options?.["challenge"]);
}
const hasNoKeys = async (engine: TestEngine) => !(await engine.provider.hasCredentials(engine.directory));

describe("a link whose account asks for a passkey", () => {
  test("a scanned QR code and a signed request open the session, and a message goes both ways", async () => {
    const phone = newPhone();
    const engine = newEngine();
    await untilAsked(phone, engine);
    expect(await sign(phone, engine)).toEqual({ state: "accepted" });
    await engine.event("open");
    expect(stepsOf(engine)).toEqual(["passkey_required", "passkey_answered", "passkey_confirmed"]);
    expect(phone.passkeyLink?.isProven).toBe(true);
    const ana = network.addPerson({ number: String(++numbers), name: "Ana" });
    await ana.send.text(phone, "Boa tarde");
    await engine.text("Boa tarde");
    await engine.send(`${ana.number}@s.whatsapp.net`, "Olá, Ana");
    await ana.received(({ content }) => JSON.stringify(content).includes("Olá, Ana"));
    expect(network.problems).toEqual([]);
  });

  test("a typed pairing code and a signed request open the session", async () => {
    const phone = newPhone();
    const engine = newEngine();
    await engine.start({ pairingNumber: phone.number });
    const { code } = await engine.event("pairing_code");
    await phone.until(() => (phone.isAskedForCode ? true : undefined));
    void phone.enterCode(code);
    await reached(engine, "passkey_required");
    expect(await sign(phone, engine)).toEqual({ state: "accepted" });
    await engine.event("open");
    expect(phone.passkeyLink?.isProven).toBe(true);
    expect(network.problems).toEqual([]);
  });

  test("a client that imports the history registers and derives its key as a desktop", async () => {
    const phone = newPhone();
    const engine = newEngine();
    await engine.start({ importHistory: true });
    void phone.scan((await engine.event("qr")).qr);
    await reached(engine, "passkey_required");
    await sign(phone, engine);
    await engine.event("open");
    expect(network.problems).toEqual([]);
  });

  test("without a fresh handoff proof nothing is sent before a person confirmed the code of the phone", async () => {
    const phone = newPhone();
    const engine = newEngine({ timings: { handoff: 0 } });
    await untilAsked(phone, engine);
    await sign(phone, engine);
    await reached(engine, "passkey_confirm");
    const state = await engine.provider.passkey?.(engine.key);
    expect(state).toMatchObject({ step: "passkey_confirm", options: null, code: phone.passkeyLink?.code });
    expect(state?.code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(phone.passkeyLink).toMatchObject({
      isProven: false,
      steps: ["ref", "passkey_prologue", "companion_nonce"],
    });
    expect(await engine.provider.confirmPasskey?.(engine.key)).toEqual({ state: "accepted" });
    await engine.event("open");
    expect(network.problems).toEqual([]);
  });

  test("the answer and pair-success in one frame open the session under the new ADV secret", async () => {
    const phone = newPhone("one_frame");
    const engine = newEngine();
    await untilAsked(phone, engine);
    await sign(phone, engine);
    await engine.event("open");
    expect(network.problems).toEqual([]);
  });

  test("options that are missing from the notification are queried", async () => {
    const phone = newPhone("no_options");
    const engine = newEngine();
    await untilAsked(phone, engine);
    expect(phone.passkeyLink?.steps).toEqual(["passkey_request_options"]);
    await sign(phone, engine);
    await engine.event("open");
  });

  test("a second request begins again with the same link", async () => {
    const phone = newPhone("second_request");
    const engine = newEngine();
    await untilAsked(phone, engine);
    await sign(phone, engine);
    await engine.until(() => stepsOf(engine).filter((step) => step === "passkey_required").length === 2);
    await sign(phone, engine);
    await engine.event("open");
    expect(network.problems).toEqual([]);
  });

  test("the QR codes stop, and a link without a signature ends in its own time limit without keys", async () => {
    const engine = newEngine({ timings: { qr: 150, passkey: 700 } });
    await untilAsked(newPhone(), engine);
    expect((await engine.event("closed")).reason).toBe("passkey_timeout");
    expect(engine.session.filter(({ type }) => type === "qr")).toHaveLength(1);
    expect(await hasNoKeys(engine)).toBe(true);
    expect(await engine.provider.passkey?.(engine.key)).toBeNull();
  });

  test("a refused passkey ends the link with the network's number", async () => {
    const phone = newPhone("prologue_refused");
    const engine = newEngine();
    await untilAsked(phone, engine);
    expect(await sign(phone, engine)).toEqual({ state: "refused", code: 428 });
    expect(await engine.event("closed")).toMatchObject({
      reason: "passkey_refused",
      detail: expect.stringContaining("428"),
    });
    expect(await hasNoKeys(engine)).toBe(true);
  });

  test("a refused pairing request ends the link without keys", async () => {
    const phone = newPhone("pairing_refused");
    const engine = newEngine();
    await untilAsked(phone, engine);
    await sign(phone, engine);
    expect((await engine.event("closed")).reason).toBe("passkey_refused");
    expect(await hasNoKeys(engine)).toBe(true);
  });

  test("a phone that never continues ends the link as unanswered", async () => {
    const phone = newPhone("no_continuation");
    const engine = newEngine({ timings: { continuation: 200 } });
    await untilAsked(phone, engine);
    expect(await sign(phone, engine)).toEqual({ state: "accepted" });
    expect((await engine.event("closed")).reason).toBe("passkey_unanswered");
    expect(await hasNoKeys(engine)).toBe(true);
  });

  test("a phone whose answer to the passkey has fields of wrong lengths ends the link, and no nonce is sent to it", async () => {
    const phone = newPhone("wrong_lengths");
    const engine = newEngine();
    await untilAsked(phone, engine);
    await sign(phone, engine);
    expect((await engine.event("closed")).reason).toBe("passkey_refused");
    expect(phone.passkeyLink?.steps).toEqual(["ref", "passkey_prologue"]);
    expect(await hasNoKeys(engine)).toBe(true);
  });

  /** The lost link left no keys, and the next one succeeds. */
  async function linksAgain(phone: Phone, engine: TestEngine): Promise<void> {
    expect((await engine.event("closed")).reason).toBe("network");
    expect(await hasNoKeys(engine)).toBe(true);
    expect(await engine.provider.passkey?.(engine.key)).toBeNull();
    engine.forget();
    phone.requirePasskey(null);
    await untilAsked(phone, engine);
    await sign(phone, engine);
    await engine.event("open");
    expect(network.problems).toEqual([]);
  }

  // `result`: a sent assertion counts against the limit, even if the socket then closes.
  test.each([
    ["lost_ref", { state: "wrong_step" }],
    ["lost_prologue", { state: "refused", code: null }],
    ["lost_continuation", { state: "accepted" }],
    ["lost_nonce", { state: "accepted" }],
    ["lost_pairing", { state: "accepted" }],
    ["lost_success", { state: "accepted" }],
  ] as const)(
    "a socket that is lost at %s leaves no keys, and the next link succeeds",
    async (fault, result) => {
      const phone = newPhone(fault);
      const engine = newEngine();
      await untilAsked(phone, engine);
      expect(await sign(phone, engine)).toEqual(result);
      await linksAgain(phone, engine);
    },
  );

  test("a socket that is lost before the passkey request leaves no keys, and the next link succeeds", async () => {
    const phone = newPhone("lost_request");
    const engine = newEngine();
    await engine.start();
    void phone.scan((await engine.event("qr")).qr);
    await linksAgain(phone, engine);
  });

  test("a socket that is lost while a person signs leaves no keys, and the next link succeeds", async () => {
    const phone = newPhone();
    const engine = newEngine();
    await untilAsked(phone, engine);
    const assertion = phone.requirePasskey().sign({ challenge: await challengeOf(engine) });
    phone.passkeyLink?.cut();
    await engine.event("closed");
    expect(await engine.provider.answerPasskey?.(engine.key, assertion)).toEqual({ state: "wrong_step" });
    await linksAgain(phone, engine);
  });

  test("a socket that is lost while a person compares the codes leaves no keys, and the next link succeeds", async () => {
    const phone = newPhone();
    const engine = newEngine({ timings: { handoff: 0 } });
    await untilAsked(phone, engine);
    await sign(phone, engine);
    await reached(engine, "passkey_confirm");
    phone.passkeyLink?.cut();
    expect((await engine.event("closed")).reason).toBe("network");
    expect(await engine.provider.confirmPasskey?.(engine.key)).toEqual({ state: "wrong_step" });
    expect(await hasNoKeys(engine)).toBe(true);
    engine.forget();
    await untilAsked(phone, engine);
    await sign(phone, engine);
    await engine.until(() => stepsOf(engine).includes("passkey_confirm"));
    await engine.provider.confirmPasskey?.(engine.key);
    await engine.event("open");
    expect(network.problems).toEqual([]);
  });

  test.each([
    ["challenge", { challenge: "b3RoZXI" }],
    ["origin", { origin: "https://example.com" }],
    ["rpId", { rpId: "example.com" }],
    ["userVerification", { isUserVerified: false }],
  ] as const)("an assertion with a wrong %s is refused before anything is sent", async (field, changes) => {
    const phone = newPhone();
    const engine = newEngine();
    await untilAsked(phone, engine);
    expect(await sign(phone, engine, changes)).toEqual({ state: "invalid", field });
    expect(phone.passkeyLink?.steps).toEqual([]);
    expect(await sign(phone, engine)).toEqual({ state: "accepted" });
  });

  test("while the phone continues one exchange, a second assertion is refused and nothing more is sent", async () => {
    const phone = newPhone("no_continuation");
    const engine = newEngine();
    await untilAsked(phone, engine);
    const challenge = await challengeOf(engine);
    expect(await sign(phone, engine)).toEqual({ state: "accepted" });
    const again = phone.requirePasskey("no_continuation").sign({ challenge });
    expect(await engine.provider.answerPasskey?.(engine.key, again)).toEqual({ state: "wrong_step" });
    expect(phone.passkeyLink?.steps).toEqual(["ref", "passkey_prologue"]);
  });

  test("an assertion is accepted once, and no log line contains a secret of the exchange", async () => {
    const phone = newPhone();
    const engine = newEngine({ timings: { handoff: 0 } });
    expect(await engine.provider.confirmPasskey?.(engine.key)).toEqual({ state: "wrong_step" });
    await untilAsked(phone, engine);
    expect(await engine.provider.confirmPasskey?.(engine.key)).toEqual({ state: "wrong_step" });
    const challenge = await challengeOf(engine);
    const assertion = phone.requirePasskey().sign({ challenge });
    const both = await Promise.all([1, 2].map(() => engine.provider.answerPasskey?.(engine.key, assertion)));
    expect(both).toEqual([{ state: "accepted" }, { state: "wrong_step" }]);
    await reached(engine, "passkey_confirm");
    await engine.provider.confirmPasskey?.(engine.key);
    await engine.event("open");
    const logged = JSON.stringify(engine.logs);
    for (const secret of [
      assertion.response.signature,
      assertion.rawId,
      challenge,
      phone.passkeyLink?.advSecret?.toString("base64") ?? "-",
      phone.passkeyLink?.code ?? "-",
    ])
      expect(logged).not.toContain(secret);
  });
});
