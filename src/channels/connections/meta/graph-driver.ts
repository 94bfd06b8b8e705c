import { temporaryId } from "#channels/connections/provider/temporary-id.ts";
import type { Provider, ProviderEvents, SendResult, SessionKey } from "#channels/connections/provider.ts";
import type { Installation } from "#tenants/installation.ts";
import { eraseMetaAccount } from "./accounts.ts";
import { GraphError } from "./graph.ts";

type Opened = Omit<Extract<Parameters<ProviderEvents["session"]>[1], { type: "open" }>, "type">;

/** What differs between the channels of Meta's Graph API. */
interface GraphChannel<Account> {
  /** The account of a connection with its token; null without one. */
  readonly accountOf: (key: SessionKey) => Account | null;
  /** Checks the token when a session opens. */
  readonly open: (account: Account) => Promise<Opened>;
  /** Whether a session that cannot open because of a rate limit is retried; otherwise an admin has to act. */
  readonly retriesWhenBusy: boolean;
  /** Checks the token of an open session. */
  readonly check: (account: Account) => Promise<unknown>;
  /** Returns the id of the sent message. */
  readonly send: (account: Account, message: Parameters<Provider["send"]>[1]) => Promise<string>;
  /** Error code of a refused message. */
  readonly codeOf: (code: string) => string;
  readonly logout?: (key: SessionKey) => Promise<void>;
}

/**
 * The common part of the drivers over Meta's Graph API. They keep no connection: a session is the right to use a token.
 * Inbound events arrive by webhook.
 */
export function createGraphDriver<Account>(
  { tenants }: Installation,
  events: ProviderEvents,
  channel: GraphChannel<Account>,
) {
  const running = new Set<string>();
  const nameOf = (key: SessionKey) => `${key.companyId}:${key.connectionId}`;

  const runningAccount = (key: SessionKey) => (running.has(nameOf(key)) ? channel.accountOf(key) : null);
  const close = (key: SessionKey, reason: "token_invalid" | "network", detail: string) => {
    // Emit `closed` only once; the session handles the rest.
    if (running.delete(nameOf(key))) events.session(key, { type: "closed", reason, detail });
  };
  /** Applies an error to the session: an invalid token ends it, an outage pauses it. Rethrows other errors. */
  const handleError = (key: SessionKey, error: unknown): GraphError => {
    if (!(error instanceof GraphError)) throw error;
    const { failure } = error;
    if (failure.kind === "token") close(key, "token_invalid", failure.detail);
    if (failure.kind === "offline") close(key, "network", failure.detail);
    return error;
  };

  /** Makes a call whose result nobody needs; false when it should be made again: no token, no network, rate limit. */
  const act = async (key: SessionKey, work: (account: Account) => Promise<unknown>): Promise<boolean> => {
    const account = runningAccount(key);
    if (!account) return false;
    try {
      await work(account);
      return true;
    } catch (error) {
      const { kind } = handleError(key, error).failure;
      return kind === "refused" || kind === "window";
    }
  };

  const base = {
    ...unsupportedOperations,
    async start(key) {
      const name = nameOf(key);
      if (running.has(name)) return;
      running.add(name);
      const account = channel.accountOf(key);
      if (!account) {
        close(key, "token_invalid", "no token");
        return;
      }
      try {
        const opened = await channel.open(account);
        if (running.has(name)) events.session(key, { type: "open", ...opened });
      } catch (error) {
        // Only an outage is retried; anything else needs an admin.
        const { kind } = handleError(key, error).failure;
        if (kind === "busy" && channel.retriesWhenBusy) close(key, "network", String(error));
        else if (kind !== "offline") close(key, "token_invalid", String(error));
      }
    },
    async stop(key) {
      running.delete(nameOf(key));
    },
    async logout(key) {
      running.delete(nameOf(key));
      if (channel.logout) await channel.logout(key);
      events.session(key, { type: "closed", reason: "stopped", detail: "logged out" });
    },
    async wipe(_directory, key) {
      eraseMetaAccount(tenants.open(key.companyId), key.connectionId);
    },
    hasCredentials: async (_directory, key) => channel.accountOf(key) !== null,
    newMessageId: (_key, seed) => temporaryId(seed),
    async send(key, message): Promise<SendResult> {
      const account = runningAccount(key);
      if (!account) return { state: "retry", detail: "not open" };
      try {
        return { state: "accepted", providerId: await channel.send(account, message) };
      } catch (error) {
        return resultOf(handleError(key, error), channel.codeOf);
      }
    },
    async probe(key) {
      const account = runningAccount(key);
      if (!account) return false;
      return channel.check(account).then(
        () => true,
        (error: unknown) => {
          handleError(key, error);
          return false;
        },
      );
    },
    async close() {
      running.clear();
    },
  } satisfies Partial<Provider>;
  return { base, act, handleError };
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

/** The operations that networks without a phone do not support, as a driver answers them. */
export const unsupportedOperations: Pick<
  Provider,
  "checkNumber" | "phoneBook" | "setRejectCalls" | "accept"
> = {
  checkNumber: async () => null,
  phoneBook: async () => null,
  setRejectCalls: () => {},
  // The webhook stores events before it answers.
  accept: () => {},
};
