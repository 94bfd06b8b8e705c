import type { PasskeyAssertion, PasskeyEnd, PasskeyStep } from "#channels/connections/provider/passkey.ts";
import {
  type AttemptSecrets,
  type CompanionHalf,
  handoffProof,
  type PrimaryHalf,
  pairingKey,
  prologuePayload,
  verificationCode,
} from "./crypto.ts";
import type { PasskeyOptions } from "./wire.ts";

/** Data that all steps of one passkey attempt need. */
interface Attempt {
  /** Number of the request in this link; answers to an earlier one are ignored. */
  readonly number: number;
  /** Time of the network's notification, ms. */
  readonly askedAt: number;
  readonly secrets: AttemptSecrets;
}
interface Sent extends Attempt {
  readonly half: CompanionHalf;
  readonly ref: string;
  readonly isProven: boolean;
}
interface Keyed extends Sent {
  readonly key: Buffer;
  readonly code: string;
}

/** The exchange that links an account with a passkey (docs/rules/linking.md#exchange). */
export type Exchange =
  | { readonly at: "idle"; readonly number: number }
  /** The notification had no readable options; they were queried. */
  | ({ readonly at: "asking" } & Attempt)
  | ({ readonly at: "required"; readonly options: PasskeyOptions } & Attempt)
  | ({ readonly at: "ref"; readonly assertion: PasskeyAssertion } & Attempt)
  | ({ readonly at: "prologue" } & Sent)
  | ({ readonly at: "answered" } & Sent)
  | ({ readonly at: "nonce" } & Keyed)
  | ({ readonly at: "confirm" } & Keyed)
  | ({ readonly at: "pairing" } & Keyed)
  | ({ readonly at: "confirmed" } & Keyed)
  | { readonly at: "over"; readonly end: PasskeyEnd | null; readonly code: number | null };

/** The states that wait for the answer to a query. */
export type Query = "asking" | "ref" | "prologue" | "nonce" | "pairing";

export type Input =
  | {
      readonly type: "asked";
      readonly options: PasskeyOptions | null;
      readonly now: number;
      readonly secrets: AttemptSecrets;
    }
  | { readonly type: "options"; readonly number: number; readonly options: PasskeyOptions | null }
  | { readonly type: "assertion"; readonly assertion: PasskeyAssertion }
  | {
      readonly type: "ref";
      readonly number: number;
      readonly ref: string | null;
      readonly half: CompanionHalf;
      readonly now: number;
    }
  /** The network accepted the query that the exchange waits for. */
  | { readonly type: "taken"; readonly number: number; readonly query: Query }
  /** `code`: the network's error; null when it did not answer. */
  | { readonly type: "refused"; readonly number: number; readonly query: Query; readonly code: number | null }
  | { readonly type: "continuation"; readonly primary: PrimaryHalf | null }
  /** The phone did not continue the exchange within the time limit. */
  | { readonly type: "unanswered"; readonly number: number }
  | { readonly type: "confirm" }
  /** The phone confirmed the link. */
  | { readonly type: "paired" }
  /** The socket has ended. */
  | { readonly type: "stopped" };

export type Effect =
  | { readonly do: "query options" | "query ref" | "wait for continuation" }
  | {
      readonly do: "send prologue";
      readonly assertion: PasskeyAssertion;
      readonly payload: Buffer;
      readonly proof: Buffer | null;
    }
  | { readonly do: "send nonce"; readonly nonce: Buffer }
  /** The new ADV secret takes the old one's place before the request is written: `pair-success` may follow at once. */
  | { readonly do: "send pairing request"; readonly key: Buffer; readonly advSecret: Buffer }
  | { readonly do: "restore secret" }
  | { readonly do: "announce"; readonly step: PasskeyStep }
  | { readonly do: "end"; readonly reason: PasskeyEnd; readonly detail: string };

export interface Settings {
  /** Platform type of our registration; part of the key. */
  readonly deviceType: number;
  /** Age of the notification up to which the handoff proof is sent, ms. */
  readonly handoffMs: number;
}

interface Step {
  readonly state: Exchange;
  readonly effects: readonly Effect[];
}

const stay = (state: Exchange): Step => ({ state, effects: [] });

function over(state: Exchange, reason: PasskeyEnd, detail: string, code: number | null = null): Step {
  const isSwapped = state.at === "pairing";
  return {
    state: { at: "over", end: reason, code },
    effects: [...(isSwapped ? [{ do: "restore secret" } as const] : []), { do: "end", reason, detail }],
  };
}

/** The next state and its effects; pure. */
export function nextStep(state: Exchange, input: Input, settings: Settings): Step {
  if (state.at === "over") return stay(state);
  // An answer to a query of an earlier request of this link.
  if ("number" in input && input.number !== state.number) return stay(state);
  switch (input.type) {
    case "asked":
      return asked(state, input);
    case "options":
      if (state.at !== "asking") return stay(state);
      if (!input.options) return over(state, "passkey_refused", "the passkey request has no options");
      return {
        state: { ...state, at: "required", options: input.options },
        effects: [{ do: "announce", step: "passkey_required" }],
      };
    case "assertion":
      if (state.at !== "required") return stay(state);
      return {
        state: { ...state, at: "ref", assertion: input.assertion },
        effects: [{ do: "query ref" }],
      };
    case "ref":
      return state.at === "ref" ? prologue(state, input, settings) : stay(state);
    case "taken":
      return state.at === input.query ? taken(state) : stay(state);
    case "refused":
      return state.at === input.query ? refused(state, input.code) : stay(state);
    case "continuation":
      return continuation(state, input.primary, settings);
    case "unanswered":
      return state.at === "answered"
        ? over(state, "passkey_unanswered", "no continuation after the passkey")
        : stay(state);
    case "confirm":
      return state.at === "confirm" ? pairing(state) : stay(state);
    case "paired":
    case "stopped":
      return stay({ at: "over", end: null, code: null });
  }
}

/** A second request begins again inside the same link. */
function asked(state: Exchange, input: Extract<Input, { type: "asked" }>): Step {
  if (state.at === "over") return stay(state);
  const restore =
    state.at === "pairing" || state.at === "confirmed" ? [{ do: "restore secret" } as const] : [];
  const attempt = { number: state.number + 1, askedAt: input.now, secrets: input.secrets };
  if (!input.options)
    return { state: { at: "asking", ...attempt }, effects: [...restore, { do: "query options" }] };
  return {
    state: { at: "required", ...attempt, options: input.options },
    effects: [...restore, { do: "announce", step: "passkey_required" }],
  };
}

function prologue(
  state: Extract<Exchange, { at: "ref" }>,
  { ref, half, now }: Extract<Input, { type: "ref" }>,
  { deviceType, handoffMs }: Settings,
): Step {
  if (ref === null) return over(state, "passkey_refused", "the network returned no ref");
  const { number, askedAt, secrets, assertion } = state;
  const payload = prologuePayload(half, deviceType, ref);
  const isProven = now - askedAt < handoffMs;
  const proof = isProven ? handoffProof(secrets.handoffKey, payload) : null;
  return {
    state: { at: "prologue", number, askedAt, secrets, half, ref, isProven },
    effects: [{ do: "send prologue", assertion, payload, proof }],
  };
}

function taken(state: Exchange): Step {
  switch (state.at) {
    case "prologue":
      return {
        state: { ...state, at: "answered" },
        effects: [{ do: "announce", step: "passkey_answered" }, { do: "wait for continuation" }],
      };
    case "nonce":
      // The proof shows that the phone scanned our code, so the two codes are not compared.
      if (state.isProven) return pairing(state);
      return {
        state: { ...state, at: "confirm" },
        effects: [{ do: "announce", step: "passkey_confirm" }],
      };
    case "pairing":
      return stay({ ...state, at: "confirmed" });
    default:
      return stay(state);
  }
}

function refused(state: Exchange, code: number | null): Step {
  return code === null
    ? over(state, "passkey_unanswered", `no answer to the passkey exchange at "${state.at}"`)
    : over(state, "passkey_refused", `the network refused the passkey at "${state.at}" with ${code}`, code);
}

function continuation(state: Exchange, primary: PrimaryHalf | null, { deviceType }: Settings): Step {
  // The notification may come before the answer to the prologue.
  if (state.at !== "answered" && state.at !== "prologue") return stay(state);
  const { half, ref } = state;
  const key = primary && keyOrNull(() => pairingKey(half, primary, { deviceType, ref }));
  if (!primary || !key) return over(state, "passkey_refused", "the phone's half of the exchange is unusable");
  const effects: Effect[] = [{ do: "send nonce", nonce: half.nonce }];
  if (state.at === "prologue") effects.unshift({ do: "announce", step: "passkey_answered" });
  return { state: { ...state, at: "nonce", key, code: verificationCode(half, primary) }, effects };
}

function keyOrNull(make: () => Buffer): Buffer | null {
  try {
    return make();
  } catch {
    return null;
  }
}

function pairing(state: Extract<Exchange, { at: "nonce" | "confirm" }>): Step {
  const { key, secrets } = state;
  return {
    state: { ...state, at: "pairing" },
    effects: [
      { do: "announce", step: "passkey_confirmed" },
      { do: "send pairing request", key, advSecret: secrets.advSecret },
    ],
  };
}

/** Overwrites the secrets of a state that is never entered again. */
export function eraseSecrets(state: Exchange): void {
  if ("secrets" in state) {
    state.secrets.handoffKey.fill(0);
    state.secrets.advSecret.fill(0);
  }
  if ("half" in state) {
    state.half.privateKey.fill(0);
    state.half.nonce.fill(0);
  }
  if ("key" in state) state.key.fill(0);
}
