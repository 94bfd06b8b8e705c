import { temporaryId } from "#channels/connections/provider/temporary-id.ts";
import type { Provider, ProviderEvents, SendResult, SessionKey } from "#channels/connections/provider.ts";
import type { Installation } from "#tenants/installation.ts";
import { eraseMetaAccount } from "./accounts.ts";
import { GraphError } from "./graph.ts";

type Opened = Omit<Extract<Parameters<ProviderEvents["session"]>[1], { type: "open" }>, "type">;

/** The network accepted the message under this id. */
export type Accepted = Extract<SendResult, { readonly providerId: string }>;

/** The differences between the channels of Meta's Graph API. */
interface GraphChannel<Account> {
  /** The account of a connection with its token; null without one. */
  readonly accountOf: (key: SessionKey) => Account | null;
  /** Checks the token when a session opens. */
  readonly open: (account: Account) => Promise<Opened>;
  /** True: a session that cannot open because of a rate limit is retried. False: an admin has to act. */
  readonly retriesWhenBusy: boolean;
  /** Checks the token of an open session. */
  readonly check: (account: Account) => Promise<unknown>;
  readonly send: (account: Account, message: Parameters<Provider["send"]>[1]) => Promise<Accepted>;
  /** Error code of a refused message. */
  readonly codeOf: (code: string) => string;
  readonly logout?: (key: SessionKey) => Promise<void>;
}

/** The open sessions of a channel: keys of the connections whose token may be used. */
class GraphSessions<Account> {
  readonly #events: ProviderEvents;
  readonly #channel: GraphChannel<Account>;
  readonly #open = new Set<string>();

  constructor(events: ProviderEvents, channel: GraphChannel<Account>) {
    this.#events = events;
    this.#channel = channel;
  }

  async start(key: SessionKey): Promise<void> {
    const name = nameOf(key);
    if (this.#open.has(name)) return;
    this.#open.add(name);
    const account = this.#channel.accountOf(key);
    if (!account) {
      this.#close(key, "token_invalid", "no token");
      return;
    }
    try {
      const opened = await this.#channel.open(account);
      if (this.#open.has(name)) this.#events.session(key, { type: "open", ...opened });
    } catch (error) {
      // Only an outage is retried. Every other failure needs an admin.
      const { kind } = this.handleError(key, error).failure;
      if (kind === "busy" && this.#channel.retriesWhenBusy) this.#close(key, "network", String(error));
      else if (kind !== "offline") this.#close(key, "token_invalid", String(error));
    }
  }

  stop(key: SessionKey): void {
    this.#open.delete(nameOf(key));
  }

  stopAll(): void {
    this.#open.clear();
  }

  /** The account of an open session; null without one. */
  accountOf(key: SessionKey): Account | null {
    return this.#open.has(nameOf(key)) ? this.#channel.accountOf(key) : null;
  }

  /** Applies an error to the session: an invalid token ends it, an outage pauses it. Rethrows other errors. */
  handleError(key: SessionKey, error: unknown): GraphError {
    if (!(error instanceof GraphError)) throw error;
    const { failure } = error;
    if (failure.kind === "token") this.#close(key, "token_invalid", failure.detail);
    if (failure.kind === "offline") this.#close(key, "network", failure.detail);
    return error;
  }

  /** Makes a call without a result; false when it should be repeated: no token, no network, rate limit. */
  async act(key: SessionKey, work: (account: Account) => Promise<unknown>): Promise<boolean> {
    const account = this.accountOf(key);
    if (!account) return false;
    try {
      await work(account);
      return true;
    } catch (error) {
      const { kind } = this.handleError(key, error).failure;
      return kind === "refused" || kind === "window";
    }
  }

  #close(key: SessionKey, reason: "token_invalid" | "network", detail: string): void {
    // Emit `closed` only once; the session handles the rest.
    if (this.#open.delete(nameOf(key))) this.#events.session(key, { type: "closed", reason, detail });
  }
}

const nameOf = (key: SessionKey) => `${key.companyId}:${key.connectionId}`;

/**
 * The common part of the drivers over Meta's Graph API. They keep no connection: a session is the right to use a token.
 * Inbound events arrive by webhook.
 */
export function createGraphDriver<Account>(
  { tenants }: Installation,
  events: ProviderEvents,
  channel: GraphChannel<Account>,
) {
  const sessions = new GraphSessions(events, channel);
  const base = {
    ...unsupportedOperations,
    start: (key) => sessions.start(key),
    stop: async (key) => sessions.stop(key),
    async logout(key) {
      sessions.stop(key);
      if (channel.logout) await channel.logout(key);
      events.session(key, { type: "closed", reason: "stopped", detail: "logged out" });
    },
    wipe: async (_directory, key) => eraseMetaAccount(tenants.open(key.companyId), key.connectionId),
    hasCredentials: async (_directory, key) => channel.accountOf(key) !== null,
    newMessageId: (_key, seed, refusals = 0) => temporaryId(refusals > 0 ? `${seed}:${refusals}` : seed),
    async send(key, message): Promise<SendResult> {
      const account = sessions.accountOf(key);
      if (!account) return { state: "retry", detail: "not open" };
      try {
        return await channel.send(account, message);
      } catch (error) {
        return resultOf(sessions.handleError(key, error), channel.codeOf);
      }
    },
    async probe(key) {
      const account = sessions.accountOf(key);
      if (!account) return false;
      return channel.check(account).then(
        () => true,
        (error: unknown) => {
          sessions.handleError(key, error);
          return false;
        },
      );
    },
    close: async () => sessions.stopAll(),
  } satisfies Partial<Provider>;
  return { base, sessions };
}

/** The result of a failed send. An unknown outcome is settled by the status webhook or the echo, or by timeout. */
function resultOf({ failure, message }: GraphError, codeOf: (code: string) => string): SendResult {
  switch (failure.kind) {
    case "token":
      return { state: "retry", detail: message };
    case "busy":
      return { state: "retry", detail: message, ...(failure.pauseMs && { pauseMs: failure.pauseMs }) };
    case "offline":
      return failure.unsent ? { state: "retry", detail: message } : { state: "written" };
    case "window":
      return { state: "refused", code: "ERR_WINDOW_CLOSED", detail: message };
    case "refused":
      return { state: "refused", code: codeOf(String(failure.code ?? "")), detail: message };
  }
}

/** The operations that networks without a phone do not support, with the results of an unsupported call. */
const unsupportedOperations: Pick<
  Provider,
  "checkNumber" | "phoneBook" | "setRejectCalls" | "accept" | "limits" | "isEstablished"
> = {
  checkNumber: async () => null,
  limits: async () => null,
  isEstablished: async () => false,
  phoneBook: async () => null,
  setRejectCalls: () => {},
  // The webhook stores events before it answers.
  accept: () => {},
};
