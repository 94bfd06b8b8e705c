import type {
  AccountLimits,
  HistoryAnswer,
  HistoryRequest,
  InboundBatch,
  NumberCheck,
  OutgoingMessage,
  PasskeyAssertion,
  PasskeyResult,
  PasskeyState,
  PhoneBookEntry,
  ReadMessage,
  ReceivedFile,
  SendResult,
  SessionEvent,
  SessionKey,
  StartOptions,
} from "#channels/connections/provider.ts";
import type { ThreadCommits, ThreadDurable } from "#platform/db/durability/thread.ts";

/** Waiting times of the engine, ms. Only tests change them. */
export interface Timings {
  /** Pause between two pings; twice that without a sign of life ends the socket. */
  readonly keepAlive: number;
  /** Longest wait for the websocket and its handshake. */
  readonly connect: number;
  /** Longest wait for the answer to a query of Baileys. */
  readonly query: number;
  /** How long one QR code is shown; null = a minute for the first, 20 s for the others. */
  readonly qr: number | null;
  /** Time limit from the pairing code or the scan to the open session (docs/rules/connections.md#states). */
  readonly pairing: number;
  /** Time limit from the passkey request to the phone's confirmation (docs/rules/linking.md#steps). */
  readonly passkey: number;
  /** Up to this age of the passkey request no person has to compare the codes (docs/rules/linking.md#steps). */
  readonly handoff: number;
  /** Longest wait for the phone after the passkey was sent. */
  readonly continuation: number;
  /** Time limit of one download or upload of media (docs/rules/inbound.md#steps). */
  readonly media: number;
  /** An unaccepted batch is delivered again after this time. */
  readonly repeat: number;
  /** An undecryptable message is reported when no readable copy has arrived within this time. */
  readonly missing: number;
  /** Longest wait for the phone's answer to a request for older messages. */
  readonly history: number;
  /** Pause of Baileys after it requested a new copy of an unreadable message; it delays all other unreadable messages. */
  readonly retryPause: number;
  /** A socket in which a message, receipt or send runs longer than this, or a multiple, is ended as `engine_stuck`. */
  readonly stuck: number;
  /** Maximum time that `stop` waits for work in flight. */
  readonly stop: number;
}

export const DEFAULT_TIMINGS: Timings = {
  keepAlive: 15_000,
  connect: 20_000,
  query: 20_000,
  qr: null,
  pairing: 120_000,
  passkey: 600_000,
  handoff: 300_000,
  continuation: 90_000,
  media: 60_000,
  repeat: 60_000,
  missing: 600_000,
  history: 60_000,
  retryPause: 0,
  stuck: 30_000,
  stop: 5_000,
};

/** How commits of session files get to other machines. */
export interface SessionShipping {
  /** The data directory. */
  readonly directory: string;
  /** Frames to WhatsApp wait until the commits before them are durable elsewhere (docs/rules/cluster.md#effects). */
  readonly isRemote: boolean;
}

/** Configuration that every worker gets once, as its first message. */
export interface EngineConfig {
  /** Websocket address; null = WhatsApp itself. */
  readonly url: string | null;
  /** Hex of the only certificate root to trust; null = Meta's, which ships with Baileys. */
  readonly rootKey: string | null;
  /** PEM of the only authority to trust for media hosts; null = those of the machine. */
  readonly mediaAuthority: string | null;
  /** 32 bytes; session keys on disk are encrypted with it. */
  readonly sealingKey: Uint8Array;
  readonly timings: Timings;
  /** With a cluster or an archive: commits of the sessions are posted to the main thread. Null: they stay here. */
  readonly shipping: SessionShipping | null;
}

/** Calls that get an answer, by name: arguments and answer. */
export interface Calls {
  start: { args: [StartOptions]; answer: null };
  stop: { args: []; answer: null };
  logout: { args: []; answer: null };
  send: { args: [OutgoingMessage]; answer: SendResult };
  markRead: { args: [string, readonly ReadMessage[]]; answer: boolean };
  typing: { args: [string, boolean]; answer: null };
  checkNumber: { args: [string]; answer: NumberCheck | null };
  limits: { args: []; answer: AccountLimits | null };
  isEstablished: { args: [readonly string[]]; answer: boolean };
  profilePicture: { args: [string]; answer: string | null };
  phoneBook: { args: []; answer: readonly PhoneBookEntry[] | null };
  requestHistory: { args: [HistoryRequest]; answer: HistoryAnswer };
  downloadMedia: { args: [string]; answer: ReceivedFile | null };
  probe: { args: []; answer: boolean };
  /** The answer is true when the session had its file open and has deleted the person's data. */
  forget: { args: [readonly string[]]; answer: boolean };
  rejectCalls: { args: [boolean]; answer: null };
  passkey: { args: []; answer: PasskeyState | null };
  answerPasskey: { args: [PasskeyAssertion]; answer: PasskeyResult };
  confirmPasskey: { args: []; answer: PasskeyResult };
}
export type CallName = keyof Calls;

/** The answers for a session that is not running; `start` never returns this way. */
export const AT_REST: { readonly [N in CallName]: Calls[N]["answer"] } = {
  start: null,
  stop: null,
  logout: null,
  send: { state: "retry", detail: "the session is not running" },
  markRead: false,
  typing: null,
  checkNumber: null,
  limits: null,
  isEstablished: false,
  profilePicture: null,
  phoneBook: null,
  requestHistory: { state: "closed" },
  downloadMedia: null,
  probe: false,
  forget: false,
  rejectCalls: null,
  passkey: null,
  answerPasskey: { state: "wrong_step" },
  confirmPasskey: { state: "wrong_step" },
};

/** Messages from the main thread to a worker. */
export type ToWorker =
  | { readonly type: "configure"; readonly config: EngineConfig }
  /** Answered with a pong at once; a worker that does not is replaced. */
  | { readonly type: "ping" }
  | {
      readonly type: "call";
      readonly id: number;
      readonly key: SessionKey;
      readonly name: CallName;
      readonly args: readonly unknown[];
    }
  | { readonly type: "accept"; readonly key: SessionKey; readonly batchId: number }
  | ({ readonly type: "durable" } & ThreadDurable);

export type LogLevel = "debug" | "info" | "warn" | "error";

/** Messages from a worker to the main thread. */
export type FromWorker =
  | { readonly type: "pong" }
  /** Commits of the thread's files; answered with `durable`. Sent before the messages that depend on them. */
  | ({ readonly type: "commits" } & ThreadCommits)
  | { readonly type: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly type: "failure"; readonly id: number; readonly message: string }
  | { readonly type: "session"; readonly key: SessionKey; readonly event: SessionEvent }
  | { readonly type: "inbound"; readonly key: SessionKey; readonly batch: InboundBatch }
  | {
      readonly type: "log";
      readonly level: LogLevel;
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

/** A unique string per session, used as the key of maps. */
export function sessionName(key: SessionKey): string {
  return `${key.companyId}/${key.connectionId}`;
}
