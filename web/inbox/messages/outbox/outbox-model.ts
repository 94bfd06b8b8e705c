import { signal } from "@preact/signals-react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { ApiError, isAborted, isOffline } from "#web/lib/api/api-error.ts";
import { backOff } from "#web/lib/socket/back-off.ts";

/** A file that lies on the server already (of a quick reply): it is named, not sent once more. */
export interface EnclosedFile {
  /** Signed address. */
  readonly url: string;
  readonly name: string;
}

/** A message on its way from this page to the server; from there the server's own outbox takes over. */
export interface Outgoing {
  /** Uuid made here: the same message sent twice is stored once (docs/rules/messages.md#post). */
  readonly clientMessageId: string;
  readonly ticketId: number;
  readonly body: string;
  readonly file: File | null;
  readonly enclosed?: EnclosedFile | null;
  readonly voice: boolean;
  readonly quoted: MessageAnswer | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Waits for its turn, is under way, waits for the network, or was refused. */
  readonly state: "waiting" | "sending" | "offline" | "failed";
  /** Share of the file sent, 0 to 1. */
  readonly progress: number;
  /** `ERR_…` of the refusal. */
  readonly error: string | null;
}
export type OutgoingContent = Pick<Outgoing, "ticketId" | "body" | "file" | "enclosed" | "voice" | "quoted">;

export interface OutboxParts {
  readonly send: (
    message: Outgoing,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ) => Promise<MessageAnswer>;
  /** The server stored it. */
  readonly onStored: (message: MessageAnswer) => void;
  readonly newId: () => string;
  readonly now: () => number;
  /** Keeps the text of what is not sent yet, so that a reload loses nothing. */
  readonly keep: (message: Outgoing) => void;
  readonly forget: (message: Outgoing) => void;
}

/** Refusals of the kind "not now": the same message may pass later without a person doing anything. */
const LATER: ReadonlySet<string> = new Set(["ERR_RATE_LIMIT", "ERR_SERVER_BUSY", "ERR_TENANT_UNAVAILABLE"]);

/** Messages not stored by the server yet. Order is kept per ticket; nothing is ever sent twice. */
export function createOutbox(parts: OutboxParts) {
  const entries = signal<readonly Outgoing[]>([]);
  /** Ticket → the message being sent now. */
  const running = new Map<number, { readonly id: string; readonly abort: AbortController }>();
  /** Tries in vain since the last one that came through. */
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const find = (id: string) => entries.peek().find((entry) => entry.clientMessageId === id);
  const change = (id: string, next: Partial<Outgoing>) => {
    entries.value = entries
      .peek()
      .map((entry) => (entry.clientMessageId === id ? { ...entry, ...next } : entry));
  };
  const drop = (id: string) => {
    const entry = find(id);
    if (!entry) return;
    parts.forget(entry);
    entries.value = entries.peek().filter((other) => other.clientMessageId !== id);
  };

  async function run(ticketId: number): Promise<void> {
    if (running.has(ticketId)) return;
    const next = entries.peek().find((entry) => entry.ticketId === ticketId && entry.state !== "failed");
    if (next?.state !== "waiting") return;
    const id = next.clientMessageId;
    const abort = new AbortController();
    running.set(ticketId, { id, abort });
    change(id, { state: "sending", error: null, progress: 0 });
    try {
      const stored = await parts.send(next, (progress) => change(id, { progress }), abort.signal);
      attempts = 0;
      parts.onStored(stored);
      drop(id);
    } catch (error) {
      if (isOffline(error) || (error instanceof ApiError && LATER.has(error.code))) {
        change(id, { state: "offline" });
        tryLater();
      } else if (!isAborted(error)) change(id, { state: "failed", error: codeOf(error) });
    }
    running.delete(ticketId);
    void run(ticketId);
  }

  function resume(): void {
    clearTimeout(timer);
    for (const entry of entries.peek()) if (entry.state === "offline") wake(entry);
  }

  /** A connection that failed for one message only recovers without an event. */
  function tryLater(): void {
    clearTimeout(timer);
    timer = setTimeout(resume, backOff(attempts));
    attempts += 1;
  }

  function wake(entry: Outgoing): void {
    change(entry.clientMessageId, { state: "waiting" });
    void run(entry.ticketId);
  }

  return {
    /** Oldest first. */
    entries,

    /** Puts a message on its way; answers its id at once. */
    add(content: OutgoingContent): string {
      const entry: Outgoing = {
        ...content,
        clientMessageId: parts.newId(),
        createdAt: new Date(parts.now()).toISOString(),
        state: "waiting",
        progress: 0,
        error: null,
      };
      entries.value = [...entries.peek(), entry];
      parts.keep(entry);
      void run(entry.ticketId);
      return entry.clientMessageId;
    },

    /** What an earlier page left unsent comes back as failed: a person decides whether it still makes sense. */
    restore(left: readonly Outgoing[]): void {
      const known = new Set(entries.peek().map((entry) => entry.clientMessageId));
      const fresh = left.filter((entry) => !known.has(entry.clientMessageId));
      if (fresh.length > 0) entries.value = [...fresh, ...entries.peek()];
    },

    /** "Tentar de novo". */
    retry(id: string): void {
      const entry = find(id);
      if (entry?.state === "failed" || entry?.state === "offline") wake(entry);
    },

    /** The network is back: everything that waited for it goes on. */
    resume,

    /** Takes a message back before the server has it. */
    discard(id: string): void {
      const entry = find(id);
      if (!entry) return;
      const sending = running.get(entry.ticketId);
      if (sending?.id === id) sending.abort.abort();
      drop(id);
    },

    /** The stored message came by the socket, perhaps before the answer. */
    stored(clientMessageId: string | null): void {
      if (clientMessageId && find(clientMessageId)) drop(clientMessageId);
    },
  };
}

function codeOf(error: unknown): string {
  return error instanceof ApiError && error.code !== "" ? error.code : "ERR_INTERNAL";
}
