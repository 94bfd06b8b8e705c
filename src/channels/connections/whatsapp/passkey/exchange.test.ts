import { describe, expect, test } from "bun:test";
import { makeAttemptSecrets, makeCompanionHalf } from "./crypto.ts";
import { type Effect, type Exchange, eraseSecrets, type Input, nextStep } from "./exchange.ts";

const SETTINGS = { deviceType: 1, handoffMs: 300_000 };
const response = { clientDataJSON: "YQ", authenticatorData: "YQ", signature: "YQ", userHandle: null };
const assertion = { id: "YQ", rawId: "YQ", type: "public-key", response };

/** An exchange that is fed inputs one after the other; `done` are its effects by name. */
function newExchange() {
  let state: Exchange = { at: "idle", number: 0 };
  const effects: Effect[] = [];
  const feed = (...inputs: Input[]) => {
    for (const input of inputs) {
      const step = nextStep(state, input, SETTINGS);
      state = step.state;
      effects.push(...step.effects);
    }
  };
  return { feed, state: () => state, done: () => effects.map((effect) => effect.do) };
}
const asked = (now = 0): Input => ({
  type: "asked",
  options: { challenge: "YWJj" },
  now,
  secrets: makeAttemptSecrets(new Uint8Array(32).fill(1)),
});
const ref = (number: number, now = 0): Input => ({
  type: "ref",
  number,
  ref: "r",
  half: makeCompanionHalf(),
  now,
});
const taken = (number: number, query: "prologue" | "nonce" | "pairing"): Input => ({
  type: "taken",
  number,
  query,
});
const continuation = (): Input => ({ type: "continuation", primary: makeCompanionHalf() });

describe("the passkey exchange", () => {
  test("a fresh request goes through all steps without a comparison of codes", () => {
    const { feed, state, done } = newExchange();
    feed(asked(), { type: "assertion", assertion }, ref(1), taken(1, "prologue"), continuation());
    feed(taken(1, "nonce"), taken(1, "pairing"));
    expect(state().at).toBe("confirmed");
    expect(done()).toEqual([
      "announce",
      "query ref",
      "send prologue",
      "announce",
      "wait for continuation",
      "send nonce",
      "announce",
      "send pairing request",
    ]);
  });

  test("a continuation that overtakes the answer to the prologue is used, and the late answer changes nothing", () => {
    const { feed, state, done } = newExchange();
    feed(asked(), { type: "assertion", assertion }, ref(1), continuation(), taken(1, "prologue"));
    expect(state().at).toBe("nonce");
    expect(done().at(-1)).toBe("send nonce");
  });

  test("an old request waits for a person before the pairing request", () => {
    const { feed, state, done } = newExchange();
    feed(asked(0), { type: "assertion", assertion }, ref(1, 300_000), taken(1, "prologue"), continuation());
    feed(taken(1, "nonce"));
    expect(state().at).toBe("confirm");
    expect(done()).not.toContain("send pairing request");
    feed({ type: "confirm" });
    expect(done().at(-1)).toBe("send pairing request");
  });

  test("answers to an earlier request of the same link are ignored", () => {
    const { feed, state } = newExchange();
    feed(asked(), { type: "assertion", assertion }, asked());
    feed(ref(1), { type: "refused", number: 1, query: "ref", code: 428 });
    expect(state()).toMatchObject({ at: "required", number: 2 });
  });

  test("a refused pairing request, and a second request after it was sent, restore the old ADV secret", () => {
    for (const last of [asked(), { type: "refused", number: 1, query: "pairing", code: 428 } as const]) {
      const { feed, done } = newExchange();
      feed(asked(), { type: "assertion", assertion }, ref(1), taken(1, "prologue"), continuation());
      feed(taken(1, "nonce"), last);
      expect(done()).toContain("restore secret");
    }
  });

  test("nothing changes an exchange that is over, and its secrets are overwritten", () => {
    const { feed, state } = newExchange();
    feed(asked(), { type: "assertion", assertion }, ref(1), taken(1, "prologue"));
    const before = state();
    feed({ type: "unanswered", number: 1 });
    expect(state()).toEqual({ at: "over", end: "passkey_unanswered", code: null });
    feed(asked(), continuation(), { type: "confirm" });
    expect(state().at).toBe("over");
    eraseSecrets(before);
    if (!("half" in before)) throw new Error("no secrets");
    const { secrets, half } = before;
    for (const bytes of [secrets.handoffKey, secrets.advSecret, half.privateKey, half.nonce])
      expect(bytes.every((byte) => byte === 0)).toBe(true);
  });
});
