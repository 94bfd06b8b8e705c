import { effect, type ReadonlySignal } from "@preact/signals-react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import type { FileStore, UnsentFile } from "#web/lib/storage/file-store.ts";
import type { Outgoing } from "./outbox-model.ts";
import { unsentMessage } from "./unsent.ts";

/** Larger files are not stored in the browser, whose storage is limited; bytes. */
export const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Stores unsent files in the browser, so that they survive a reload: those being sent (`out:{ticket}:{message}`) and
 * those chosen for a ticket (`tray:{ticket}:{file}`), in the internal chat likewise. They are deleted once sent or
 * removed, and when the session ends (`lib/session/session.ts`). If the browser rejects storage, no file is stored.
 */
export class KeptFiles {
  readonly #store: FileStore;
  readonly #scope: () => string | null;
  readonly #now: () => number;
  /** Key prefixes; chats have their own, because a chat and a ticket may have the same id. */
  readonly #out: string;
  readonly #tray: string;
  /** The last change; changes run one after the other, and a failed one is skipped. */
  #last: Promise<unknown> = Promise.resolve();

  /** `scope`: storage key of the user, null when no user is signed in. */
  constructor(
    store: FileStore,
    scope: () => string | null,
    now: () => number,
    place: "ticket" | "chat" = "ticket",
  ) {
    this.#store = store;
    this.#scope = scope;
    this.#now = now;
    const prefix = place === "chat" ? "chat-" : "";
    this.#out = `${prefix}out`;
    this.#tray = `${prefix}tray`;
  }

  /** Stores the file of a message that is being sent; false when it has no file, or one too large. */
  keep(message: Outgoing): boolean {
    const { file, body, voice } = message;
    if (!file || file.size > MOST_BYTES) return false;
    this.#put(this.#outKey(message), { file, text: body, voice, at: this.#now() });
    return true;
  }

  forget(message: Outgoing): void {
    if (message.file) this.#remove(this.#outKey(message));
  }

  /** Messages with a file that an earlier page left unsent, oldest first. They are failed: the user decides about them. */
  async unsent(): Promise<readonly Outgoing[]> {
    return (await this.#rows(`${this.#out}:`)).map(([key, { file, text, voice, at }]) => {
      const [, ticketId, clientMessageId = ""] = key.split(":");
      return { ...unsentMessage(Number(ticketId), clientMessageId, text, at), file, voice };
    });
  }

  /**
   * Puts the stored files of a ticket back into its composer, and stores files chosen from now on. A file whose message exists,
   * in `messages` or still being sent, is not put back: the page was reloaded before the file's row was removed.
   */
  async follow(
    ticketId: number,
    composer: Pick<Composer, "attachments" | "restoreFiles" | "dropSent">,
    messages: ReadonlySignal<readonly Pick<MessageAnswer, "clientMessageId">[]>,
  ): Promise<void> {
    const prefix = `${this.#tray}:${ticketId}:`;
    const before = (await this.#rows(prefix)).map(([key, row]) => ({ id: key.slice(prefix.length), row }));
    const kept = new Map(before.map(({ id, row }) => [id, row]));
    const outgoing = new Set(
      (await this.#rows(`${this.#out}:${ticketId}:`)).map(([key]) => key.split(":")[2]),
    );
    composer.restoreFiles(
      before
        .filter(({ id }) => !outgoing.has(id))
        .map(({ id, row }) => ({ id, file: row.file, caption: row.text })),
    );
    effect(() => {
      if (composer.attachments.value.length === 0) return;
      const stored = new Set(messages.value.map(({ clientMessageId }) => clientMessageId));
      composer.dropSent((id) => stored.has(id));
    });
    effect(() => {
      const chosen = new Set(composer.attachments.value.map(({ id }) => id));
      for (const id of kept.keys())
        if (!chosen.has(id)) {
          this.#remove(prefix + id);
          kept.delete(id);
        }
      for (const [position, { id, file, caption }] of composer.attachments.value.entries()) {
        const known = kept.get(id);
        if (file.size > MOST_BYTES || known?.text === caption) continue;
        // A file keeps its place among the others: rows are read back in the order of `at`.
        const row = { file, text: caption, voice: false, at: known?.at ?? this.#now() + position };
        kept.set(id, row);
        this.#put(prefix + id, row);
      }
    });
  }

  /** Resolves when every change is stored. */
  settled(): Promise<unknown> {
    return this.#last;
  }

  #change(work: (scope: string) => Promise<void>): void {
    const scope = this.#scope();
    if (scope !== null) this.#last = this.#last.then(() => work(scope)).catch(() => undefined);
  }

  #put(key: string, row: UnsentFile): void {
    this.#change((scope) => this.#store.put(scope, key, row));
  }

  #remove(key: string): void {
    this.#change((scope) => this.#store.remove(scope, key));
  }

  #outKey({ ticketId, clientMessageId }: Outgoing): string {
    return `${this.#out}:${ticketId}:${clientMessageId}`;
  }

  async #rows(prefix: string): Promise<readonly (readonly [string, UnsentFile])[]> {
    const scope = this.#scope();
    if (scope === null) return [];
    const all = await this.#store.load(scope).catch(() => new Map<string, UnsentFile>());
    return [...all].filter(([key]) => key.startsWith(prefix)).sort(([, a], [, b]) => a.at - b.at);
  }
}
