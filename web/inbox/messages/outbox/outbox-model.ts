import { signal } from "@preact/signals-react";
import type { LinkPreviewAnswer } from "#channels/link-previews/contract.ts";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { ApiError, isAborted, isOffline } from "#web/lib/api/api-error.ts";
import { backOff } from "#web/lib/socket/reconnect.ts";

/** A file of a quick reply, which is already on the server: the message refers to it instead of uploading it. */
export interface EnclosedFile {
  /** Signed address. */
  readonly url: string;
  readonly name: string;
}

/** A message that the server has not stored yet; afterwards it is in the server's outbox. */
export interface Outgoing {
  /** Uuid created by this page: a message sent twice is stored once (docs/rules/messages.md#post). */
  readonly clientMessageId: string;
  readonly ticketId: number;
  readonly body: string;
  readonly file: File | null;
  readonly enclosed?: EnclosedFile | null;
  readonly voice: boolean;
  readonly quoted: MessageAnswer | null;
  /** The link preview that is sent with the text. */
  readonly link?: LinkPreviewAnswer;
  /** ISO 8601. */
  readonly createdAt: string;
  /** `waiting` for earlier messages, `sending`, `offline` = waits for the network, `failed` = rejected. */
  readonly state: "waiting" | "sending" | "offline" | "failed";
  /** Uploaded share of the file, 0 to 1. */
  readonly progress: number;
  /** Error code of a failed message. */
  readonly error: string | null;
}
export type OutgoingContent = Pick<
  Outgoing,
  "ticketId" | "body" | "file" | "enclosed" | "voice" | "quoted" | "link"
> & {
  /** The id that a chosen file already has; absent = a new one. */
  readonly clientMessageId?: string;
};

export interface OutboxParts {
  readonly send: (
    message: Outgoing,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ) => Promise<MessageAnswer>;
  /** Called when the server has stored a message. */
  readonly onStored: (message: MessageAnswer) => void;
  readonly newId: () => string;
  readonly now: () => number;
  /** Stores an unsent message in the browser, so that a reload does not lose it. */
  readonly keep: (message: Outgoing) => void;
  readonly forget: (message: Outgoing) => void;
}

/** Temporary errors: the same message is sent again later without the user. */
const LATER: ReadonlySet<string> = new Set([
  "ERR_NOT_DURABLE",
  "ERR_RATE_LIMIT",
  "ERR_SERVER_BUSY",
  "ERR_TENANT_UNAVAILABLE",
]);

/** Messages not stored by the server yet. Order is kept per ticket; nothing is ever sent twice. */
export class Outbox {
  readonly #parts: OutboxParts;
  /** Ticket → the message being sent now. */
  readonly #running = new Map<number, { readonly id: string; readonly abort: AbortController }>();
  /** Failed attempts since the last success; the wait before the next attempt grows with them. */
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Oldest first. */
  readonly entries = signal<readonly Outgoing[]>([]);

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Adds a message and starts to send it. Returns its id. */
  add(content: OutgoingContent): string {
    const entry: Outgoing = {
      ...content,
      clientMessageId: content.clientMessageId ?? this.#parts.newId(),
      createdAt: new Date(this.#parts.now()).toISOString(),
      state: "waiting",
      progress: 0,
      error: null,
    };
    this.entries.value = [...this.entries.peek(), entry];
    this.#parts.keep(entry);
    void this.#run(entry.ticketId);
    return entry.clientMessageId;
  }

  /** Adds messages that an earlier page left unsent. They are failed: the user decides whether they are still sent. */
  restore(left: readonly Outgoing[]): void {
    const known = new Set(this.entries.peek().map((entry) => entry.clientMessageId));
    const fresh = left.filter((entry) => !known.has(entry.clientMessageId));
    if (fresh.length > 0) this.entries.value = [...fresh, ...this.entries.peek()];
  }

  /** Sends a failed message again ("Tentar de novo"). */
  retry(id: string): void {
    const entry = this.#find(id);
    if (entry?.state === "failed" || entry?.state === "offline") this.#send(entry);
  }

  /** The network is back: sends every message that waited for it. */
  resume(): void {
    clearTimeout(this.#timer);
    for (const entry of this.entries.peek()) if (entry.state === "offline") this.#send(entry);
  }

  /** Cancels a message before the server has it. */
  discard(id: string): void {
    const entry = this.#find(id);
    if (!entry) return;
    const sending = this.#running.get(entry.ticketId);
    if (sending?.id === id) sending.abort.abort();
    this.#drop(id);
  }

  /**
   * The stored message arrived as an event. An event is a hint (docs/rules/cluster.md#effects): a server that is killed then may not have
   * the message, so an entry that is still to be sent waits for its answer. The page shows the message instead of the entry.
   */
  stored(clientMessageId: string | null): void {
    const entry = clientMessageId === null ? undefined : this.#find(clientMessageId);
    if (entry?.state === "failed") this.#drop(entry.clientMessageId);
  }

  #find(id: string): Outgoing | undefined {
    return this.entries.peek().find((entry) => entry.clientMessageId === id);
  }

  #change(id: string, next: Partial<Outgoing>): void {
    this.entries.value = this.entries
      .peek()
      .map((entry) => (entry.clientMessageId === id ? { ...entry, ...next } : entry));
  }

  #drop(id: string): void {
    const entry = this.#find(id);
    if (!entry) return;
    this.#parts.forget(entry);
    this.entries.value = this.entries.peek().filter((other) => other.clientMessageId !== id);
  }

  #send(entry: Outgoing): void {
    this.#change(entry.clientMessageId, { state: "waiting" });
    void this.#run(entry.ticketId);
  }

  /** Sends the waiting messages of a ticket one after the other, up to the first that waits for the network. */
  async #run(ticketId: number): Promise<void> {
    if (this.#running.has(ticketId)) return;
    const next = this.entries.peek().find((entry) => entry.ticketId === ticketId && entry.state !== "failed");
    if (next?.state !== "waiting") return;
    const id = next.clientMessageId;
    const abort = new AbortController();
    this.#running.set(ticketId, { id, abort });
    this.#change(id, { state: "sending", error: null, progress: 0 });
    try {
      const stored = await this.#parts.send(next, (progress) => this.#change(id, { progress }), abort.signal);
      this.#attempts = 0;
      this.#parts.onStored(stored);
      this.#drop(id);
    } catch (error) {
      if (isOffline(error) || (error instanceof ApiError && LATER.has(error.code))) {
        this.#change(id, { state: "offline" });
        this.#tryLater();
      } else if (!isAborted(error)) this.#change(id, { state: "failed", error: codeOf(error) });
    }
    this.#running.delete(ticketId);
    void this.#run(ticketId);
  }

  /** A request may fail while the browser is online; then no `online` event follows. */
  #tryLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.resume(), backOff(this.#attempts));
    this.#attempts += 1;
  }
}

function codeOf(error: unknown): string {
  return error instanceof ApiError && error.code !== "" ? error.code : "ERR_INTERNAL";
}
