/**
 * The port every channel driver implements: WhatsApp by QR code, official WhatsApp, Facebook pages, Instagram
 * accounts; `driver.ts` dispatches to them. The product calls a driver through `Provider` and receives its events
 * through `ProviderEvents`. Nothing here depends on Baileys, HTTP or a database.
 */

import type { HistoryAnswer, HistoryRequest } from "#channels/connections/provider/history.ts";
import type { NetworkIdentity } from "#channels/connections/provider/identity.ts";
import type { InboundBatch, ReceivedFile } from "#channels/connections/provider/inbound.ts";
import type { AccountLimits } from "#channels/connections/provider/limits.ts";
import type { OutgoingMessage, SendResult } from "#channels/connections/provider/outgoing.ts";
import type {
  PasskeyAssertion,
  PasskeyResult,
  PasskeyState,
} from "#channels/connections/provider/passkey.ts";
import type { SessionEvent, SessionKey, StartOptions } from "#channels/connections/provider/session.ts";

export type * from "#channels/connections/provider/history.ts";
export type * from "#channels/connections/provider/identity.ts";
export type * from "#channels/connections/provider/inbound.ts";
export type * from "#channels/connections/provider/limits.ts";
export type * from "#channels/connections/provider/link-preview.ts";
export type * from "#channels/connections/provider/outgoing.ts";
export type * from "#channels/connections/provider/passkey.ts";
export type * from "#channels/connections/provider/session.ts";

export type NumberCheck = { readonly exists: boolean; readonly identities: readonly NetworkIdentity[] };

/** An entry of the phone's address book; `number`: digits; `name`: as saved there, otherwise the person's own. */
export interface PhoneBookEntry {
  readonly number: string;
  readonly name: string;
}

/** A received message; `participant`: address of its author inside a group. */
export interface ReadMessage {
  readonly providerId: string;
  readonly participant: string | null;
}

/** The callbacks of a driver; every call names its session. */
export interface ProviderEvents {
  session(key: SessionKey, event: SessionEvent): void;
  /** Delivers a batch. The driver stores it (and repeats it after a crash) until `Provider.accept`. */
  inbound(key: SessionKey, batch: InboundBatch): void;
}

/** The operations of a driver. Promises reject only on bugs; expected failures are part of the result. */
export interface Provider {
  /**
   * Opens the stored session, or begins linking when there is none. Idempotent while running; after a `closed` event
   * the caller decides when to call it again. Events left over from before a crash are delivered first.
   */
  start(key: SessionKey, options: StartOptions): Promise<void>;
  /** Closes the socket and leaves the credentials stored; resolves when no work is in flight any more. */
  stop(key: SessionKey): Promise<void>;
  /**
   * Logs out of the phone (10 s limit) when possible and erases the credentials; ends with `closed`, reason
   * `stopped`. A session that is not running stays unchanged: use `wipe`.
   */
  logout(key: SessionKey): Promise<void>;
  /**
   * Erases stored credentials of a session that is not running. Unaccepted events survive and are delivered by the
   * next `start`; to delete those too, delete the directory.
   */
  wipe(directory: string, key: SessionKey): Promise<void>;
  /**
   * Deletes the stored data of a person, whether the session is running or not; the values and addresses of their
   * identities identify the person. Omitted by drivers that store no data about people.
   */
  forget?(directory: string, key: SessionKey, values: readonly string[]): Promise<void>;
  /** True when credentials of a finished link are stored in this directory. */
  hasCredentials(directory: string, key: SessionKey): Promise<boolean>;
  /** Confirms to the driver that the product has stored the batch, so that the driver may delete it. */
  accept(key: SessionKey, batchId: number): void;
  /**
   * Creates a message id in the form of the network, or a temporary id where the network creates the ids; the same id
   * for the same `seed`, otherwise a new one. Synchronous, because the id is stored before `send`. `refusals`: how often
   * the network refused the message; a temporary id differs after each, because a late report names the old one.
   */
  newMessageId(key: SessionKey, seed?: string, refusals?: number): string;
  send(key: SessionKey, message: OutgoingMessage): Promise<SendResult>;
  /**
   * Sends read receipts for messages of one chat. False when the network did not accept them and they should be sent
   * again; sending them twice does no harm.
   */
  markRead(key: SessionKey, chat: string, messages: readonly ReadMessage[]): Promise<boolean>;
  /**
   * Shows or hides "typing…" on the customer's phone. `answering`: the customer's last message, for networks that
   * show the indicator below that message and mark it as read; null when it must not be marked as read.
   */
  typing(key: SessionKey, chat: string, active: boolean, answering: string | null): Promise<void>;
  /** Checks whether a number exists; null = no answer within 5 s or not connected. */
  checkNumber(key: SessionKey, number: string): Promise<NumberCheck | null>;
  /**
   * Queries the network for the restrictions of the connection's account; null while not connected, and on networks
   * that report them by webhook.
   */
  limits(key: SessionKey): Promise<AccountLimits | null>;
  /**
   * True when the network accepts messages to the person with these addresses even while the account may not start
   * new chats.
   */
  isEstablished(key: SessionKey, addresses: readonly string[]): Promise<boolean>;
  /** Address of the profile picture; null when there is none or it is hidden. */
  profilePicture(key: SessionKey, address: string): Promise<string | null>;
  /** Names and numbers in the phone's address book, without groups; null while the session is not open. */
  phoneBook(key: SessionKey): Promise<readonly PhoneBookEntry[] | null>;
  /**
   * Requests older messages of a chat from the company's own phone; no customer notices it. Omitted by networks that
   * cannot list messages.
   */
  requestHistory?(key: SessionKey, request: HistoryRequest): Promise<HistoryAnswer>;
  /** Tries again to download a `MissingFile`. */
  downloadMedia(key: SessionKey, handle: string): Promise<ReceivedFile | null>;
  /**
   * Sends a small request to the network; false when there is no answer within 20 s
   * (docs/rules/connections.md#health).
   */
  probe(key: SessionKey): Promise<boolean>;
  /** The step of a link whose account requires a passkey; null when it requires none. */
  passkey?(key: SessionKey): Promise<PasskeyState | null>;
  /** Checks an assertion and sends it; resolves when the network took or refused it. */
  answerPasskey?(key: SessionKey, assertion: PasskeyAssertion): Promise<PasskeyResult>;
  /** A person confirmed that the phone shows the same code. */
  confirmPasskey?(key: SessionKey): Promise<PasskeyResult>;
  setRejectCalls(key: SessionKey, reject: boolean): void;
  /** Stops every WhatsApp session and their worker threads. */
  close(): Promise<void>;
}
