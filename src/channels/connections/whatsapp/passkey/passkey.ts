import type { AuthenticationCreds, BinaryNode, WASocket } from "@whiskeysockets/baileys";
import type {
  PasskeyAssertion,
  PasskeyEnd,
  PasskeyResult,
  PasskeyState,
  PasskeyStep,
} from "#channels/connections/provider/passkey.ts";
import type { Timings } from "#channels/connections/whatsapp/threads/protocol.ts";
import { faultOf } from "./check-assertion.ts";
import { makeAttemptSecrets, makeCompanionHalf, sealPairingRequest } from "./crypto.ts";
import { type Effect, type Exchange, eraseSecrets, type Input, nextStep, type Query } from "./exchange.ts";
import * as wire from "./wire.ts";

export interface PasskeyPorts {
  readonly timings: Timings;
  /** Platform type that this client registers with. */
  readonly deviceType: number;
  readonly onStep: (step: PasskeyStep) => void;
  /** Ends the socket. */
  readonly onEnd: (reason: PasskeyEnd, detail: string) => void;
  readonly now: () => number;
}

/** The step that a page shows, by the state of the exchange: the exchange waits for a person, or progresses. */
const SHOWN: Partial<Record<Exchange["at"], PasskeyStep>> = {
  required: "passkey_required",
  ref: "passkey_required",
  prologue: "passkey_required",
  answered: "passkey_answered",
  nonce: "passkey_answered",
  confirm: "passkey_confirm",
  pairing: "passkey_confirmed",
  confirmed: "passkey_confirmed",
};
const AFTER_PROLOGUE: readonly Exchange["at"][] = ["answered", "nonce", "confirm", "pairing", "confirmed"];
const AFTER_PAIRING: readonly Exchange["at"][] = ["confirmed"];

interface Waiter {
  /** States in which the awaited call has succeeded. */
  readonly until: readonly Exchange["at"][];
  readonly number: number;
  /** True once the assertion was sent. From then on, neither the end of the socket nor another request undoes it. */
  isSent: boolean;
  readonly resolve: (result: PasskeyResult) => void;
}

/** Runs the exchange of one socket: its queries, its time limits and the ADV secret. */
export class Passkey {
  readonly #sock: WASocket;
  readonly #creds: AuthenticationCreds;
  readonly #ports: PasskeyPorts;
  #exchange: Exchange = { at: "idle", number: 0 };
  /** The ADV secret from before the exchange, while the new one is in its place. */
  #oldSecret: string | null = null;
  #waiter: Waiter | null = null;
  #unanswered: ReturnType<typeof setTimeout> | undefined;

  constructor(sock: WASocket, creds: AuthenticationCreds, ports: PasskeyPorts) {
    this.#sock = sock;
    this.#creds = creds;
    this.#ports = ports;
    const listen = (type: string, act: (node: BinaryNode) => void) =>
      sock.ws.on(`CB:notification,type:${type}`, (node: BinaryNode) => {
        // A linked device gets no such notification.
        if (wire.isFromServer(node) && creds.account === undefined) act(node);
      });
    listen(wire.PROLOGUE_REQUEST, (node) => this.#asked(node));
    listen(wire.CONTINUATION, (node) =>
      this.#feed({ type: "continuation", primary: wire.readPrimaryHalf(node) }),
    );
  }

  /** The step that the link waits for; null when the account requires no passkey. */
  state(): PasskeyState | null {
    const exchange = this.#exchange;
    const step = SHOWN[exchange.at];
    if (!step || !("askedAt" in exchange)) return null;
    return {
      step,
      options: exchange.at === "required" ? exchange.options : null,
      expiresAt: exchange.askedAt + this.#ports.timings.passkey,
      code: exchange.at === "confirm" ? exchange.code : null,
    };
  }

  /** Sends a checked assertion; resolves when the network took or refused it. */
  async answer(assertion: PasskeyAssertion): Promise<PasskeyResult> {
    const exchange = this.#exchange;
    if (exchange.at !== "required") return { state: "wrong_step" };
    const field = faultOf(assertion, exchange.options.challenge);
    if (field !== null) return { state: "invalid", field };
    return this.#wait(AFTER_PROLOGUE, { type: "assertion", assertion });
  }

  /** A person has confirmed that the phone shows the same code. */
  async confirm(): Promise<PasskeyResult> {
    if (this.#exchange.at !== "confirm") return { state: "wrong_step" };
    return this.#wait(AFTER_PAIRING, { type: "confirm" });
  }

  /** The phone confirmed the link. */
  paired(): void {
    this.#oldSecret = null;
    this.#feed({ type: "paired" });
  }

  /** The socket has ended. */
  stop(): void {
    if (this.#exchange.at === "idle") return;
    if (this.#waiter) this.#abandon(this.#waiter);
    this.#feed({ type: "stopped" });
  }

  #wait(until: Waiter["until"], input: Input): Promise<PasskeyResult> {
    const { number } = this.#exchange as { readonly number: number };
    return new Promise((resolve) => {
      this.#waiter = { until, number, isSent: false, resolve };
      this.#feed(input);
    });
  }

  #asked(node: BinaryNode): void {
    const prior = this.#oldSecret ?? this.#creds.advSecretKey;
    const secrets = makeAttemptSecrets(Buffer.from(prior, "base64"));
    this.#feed({ type: "asked", options: wire.readOptions(node), now: this.#ports.now(), secrets });
  }

  #feed(input: Input): void {
    const { deviceType, timings } = this.#ports;
    const before = this.#exchange;
    const step = nextStep(before, input, { deviceType, handoffMs: timings.handoff });
    this.#exchange = step.state;
    if (step.state === before) return;
    if (before.at === "answered") clearTimeout(this.#unanswered);
    this.#settle();
    for (const effect of step.effects) this.#perform(effect);
    // A new attempt has its own secrets, and `over` has none.
    const isLeft = step.state.at === "over" || ("number" in before && step.state.number !== before.number);
    if (isLeft) eraseSecrets(before);
  }

  /** Resolves the call that waits for the current state. */
  #settle(): void {
    const waiter = this.#waiter;
    const exchange = this.#exchange;
    if (!waiter) return;
    const finish = (result: PasskeyResult) => {
      this.#waiter = null;
      waiter.resolve(result);
    };
    if (exchange.at === "over")
      finish(exchange.end === null ? { state: "accepted" } : { state: "refused", code: exchange.code });
    else if (exchange.number !== waiter.number) this.#abandon(waiter);
    else if (waiter.until.includes(exchange.at)) finish({ state: "accepted" });
  }

  /** Ends a wait without an answer of the network. An assertion that was sent counts as refused. */
  #abandon({ isSent, resolve }: Waiter): void {
    this.#waiter = null;
    resolve(isSent ? { state: "refused", code: null } : { state: "wrong_step" });
  }

  #perform(effect: Effect): void {
    switch (effect.do) {
      case "query options":
        this.#query("asking", wire.queryOptions(), (number, answer) => ({
          type: "options",
          number,
          options: wire.readOptions(answer),
        }));
        return;
      case "query ref":
        this.#query("ref", wire.queryRef(), (number, answer) => ({
          type: "ref",
          number,
          ref: wire.readRef(answer),
          half: makeCompanionHalf(),
          now: this.#ports.now(),
        }));
        return;
      case "send prologue":
        if (this.#waiter) this.#waiter.isSent = true;
        this.#query("prologue", wire.sendPrologue(effect));
        return;
      case "send nonce":
        this.#query("nonce", wire.sendNonce(effect.nonce));
        return;
      case "send pairing request":
        this.#sendPairingRequest(effect);
        return;
      case "restore secret":
        if (this.#oldSecret !== null) this.#creds.advSecretKey = this.#oldSecret;
        this.#oldSecret = null;
        return;
      case "wait for continuation":
        this.#waitForContinuation();
        return;
      case "announce":
        this.#ports.onStep(effect.step);
        return;
      case "end":
        this.#ports.onEnd(effect.reason, effect.detail);
        return;
    }
  }

  #sendPairingRequest({ key, advSecret }: Extract<Effect, { do: "send pairing request" }>): void {
    const { noiseKey, signedIdentityKey } = this.#creds;
    const sealed = sealPairingRequest(key, {
      noiseKey: noiseKey.public,
      identityKey: signedIdentityKey.public,
      advSecret,
    });
    this.#oldSecret = this.#creds.advSecretKey;
    this.#creds.advSecretKey = advSecret.toString("base64");
    this.#query("pairing", wire.sendPairingRequest(sealed));
  }

  #waitForContinuation(): void {
    const { number } = this.#exchange as { readonly number: number };
    this.#unanswered = setTimeout(
      () => this.#feed({ type: "unanswered", number }),
      this.#ports.timings.continuation,
    );
  }

  /**
   * Sends a query and feeds its result to the exchange. A failure because the socket ended is not fed, because the end
   * of the socket is reported with its own reason.
   */
  #query(
    query: Query,
    node: BinaryNode,
    read: (number: number, answer: BinaryNode) => Input = (number) => ({ type: "taken", number, query }),
  ): void {
    const { number } = this.#exchange as { readonly number: number };
    const fail = (code: number | null) => this.#feed({ type: "refused", number, query, code });
    this.#sock.query(node).then(
      // Without an answer in time Baileys resolves with undefined.
      (answer: BinaryNode | undefined) => (answer ? this.#feed(read(number, answer)) : fail(null)),
      (error: unknown) => {
        const code = error instanceof Error && "data" in error ? error.data : undefined;
        if (typeof code === "number") fail(code);
        else if (this.#sock.ws.isOpen) fail(null);
      },
    );
  }
}
