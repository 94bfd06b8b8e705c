import { batch, computed, type Signal, signal } from "@preact/signals-react";
import type { LinkPreviewAnswer } from "#channels/link-previews/contract.ts";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { EnclosedFile, OutgoingContent } from "#web/inbox/messages/outbox/outbox-model.ts";
import type { Attachment } from "./attachments.ts";
import { type ComposerDraftsParts, type ComposerMode, createComposerDrafts } from "./composer-drafts.ts";
import {
  type ComposerFilesParts,
  createComposerFiles,
  type RefusedFile,
  type StoredAttachment,
} from "./composer-files.ts";

export interface ComposerParts extends Omit<ComposerDraftsParts, "replyId">, ComposerFilesParts {
  readonly send: (content: OutgoingContent) => void;
  /** Stores an internal note. Rejects when it could not be stored. */
  readonly addNote: (text: string) => Promise<void>;
  /** Edits a sent text. Rejects when it could not be edited. */
  readonly edit: (message: MessageAnswer, text: string) => Promise<void>;
  readonly tellTyping: () => void;
}

type ComposerDrafts = ReturnType<typeof createComposerDrafts>;
type ComposerFiles = ReturnType<typeof createComposerFiles>;

/** What is being written in one ticket or chat. Text and note are drafts, which survive a reload. */
export class Composer {
  readonly #parts: ComposerParts;
  readonly #drafts: ComposerDrafts;
  readonly #files: ComposerFiles;
  readonly #editText = signal("");
  /** Asks before a message is sent; false = it stays in the box. */
  beforeSend: (() => Promise<boolean>) | null = null;

  readonly ticketId: number;
  readonly mode = signal<ComposerMode>("message");
  readonly reply = signal<MessageAnswer | null>(null);
  readonly editing = signal<MessageAnswer | null>(null);
  readonly enclosed = signal<EnclosedFile | null>(null);
  /** The link preview that is sent with the text. */
  readonly link = signal<LinkPreviewAnswer | null>(null);
  /** Address whose preview the user removed. */
  readonly #removedLink = signal<string | null>(null);
  /** A note or an edit is being stored. */
  readonly busy = signal(false);
  readonly attachments: Signal<readonly Attachment[]>;
  readonly text = computed(() =>
    this.editing.value ? this.#editText.value : this.#drafts.read(this.mode.value),
  );
  /** The text after a slash at the beginning; null when the text does not begin with a slash. */
  readonly slash = computed(() => {
    const isMessage = this.mode.value === "message" && this.editing.value === null;
    const canInsert = isMessage && this.attachments.value.length === 0;
    return canInsert && /^\/[^\n]*$/.test(this.text.value) ? this.text.value.slice(1) : null;
  });
  /** Whether a link preview may be sent with the text: only with a message without files that may contain an https address. */
  readonly mayHaveLink = computed(
    () =>
      this.mode.value === "message" &&
      !this.editing.value &&
      !this.enclosed.value &&
      this.attachments.value.length === 0 &&
      /https:\/\/[^\s.]+\.\S/i.test(this.text.value),
  );
  /** Whether there is something to send, or to save as a note. */
  readonly canSend = computed(
    () =>
      this.text.value.trim() !== "" ||
      (this.enclosed.value !== null && this.mode.value === "message" && !this.editing.value),
  );
  /** Chosen files are shown above the text box; not while a note is written. */
  readonly hasTray = computed(() => this.mode.value === "message" && this.attachments.value.length > 0);

  constructor(parts: ComposerParts) {
    this.#parts = parts;
    this.ticketId = parts.ticketId;
    this.#drafts = createComposerDrafts({ ...parts, replyId: () => this.reply.peek()?.id });
    this.#files = createComposerFiles(parts);
    this.attachments = this.#files.chosen;
  }

  setText(next: string): void {
    if (this.editing.peek()) this.#editText.value = next;
    else this.#drafts.write(this.mode.peek(), next);
    if (this.mode.peek() === "message" && next !== "") this.#parts.tellTyping();
  }

  setMode(next: ComposerMode): void {
    batch(() => {
      this.editing.value = null;
      this.mode.value = next;
    });
  }

  replyTo(message: MessageAnswer | null): void {
    batch(() => {
      this.editing.value = null;
      this.mode.value = "message";
      this.reply.value = message;
    });
    this.#drafts.requote();
  }

  /** Quotes again what the stored text quotes, once that message is loaded. Moves no focus. */
  restoreReply(loaded: readonly MessageAnswer[]): void {
    const id = this.#drafts.quotedId();
    if (id === undefined || this.reply.peek() || this.editing.peek()) return;
    const message = loaded.find((one) => one.id === id && !one.isDeleted);
    if (message) this.reply.value = message;
  }

  startEdit(message: MessageAnswer, current: string): void {
    batch(() => {
      this.mode.value = "message";
      this.reply.value = null;
      this.#editText.value = current;
      this.editing.value = message;
    });
  }

  /**
   * Esc: ends the edit, else the reply, else removes the preview of a link. A note stays a note: only a press on
   * "Message", never a key, makes the next text one for the customer (docs/rules/keyboard.md#notes-stay-notes). Returns
   * false when there was nothing to end.
   */
  escape(): boolean {
    if (this.mode.peek() === "note") return false;
    if (this.editing.peek()) this.editing.value = null;
    else if (this.reply.peek()) this.replyTo(null);
    else if (this.link.peek()) this.removeLink();
    else return false;
    return true;
  }

  /** Removes the link preview; this text gets no other preview of the same address. */
  removeLink(): void {
    this.#removedLink.value = this.link.peek()?.url ?? null;
    this.link.value = null;
  }

  /** False for the address whose preview was removed. Reads signals. */
  takesLink(url: string): boolean {
    return this.#removedLink.value !== url;
  }

  /** Replaces the text by that of a quick reply, which can be edited, and encloses its file. */
  takeReply(message: string, file: EnclosedFile | null): void {
    batch(() => {
      this.#drafts.write("message", message);
      if (file) this.enclosed.value = file;
    });
  }

  /** Removes the enclosed file of a quick reply. */
  leaveOut(): void {
    this.enclosed.value = null;
  }

  /** Adds files; the text typed so far becomes the caption of the first. Returns the refused files with their reasons. */
  attach(offered: readonly File[]): readonly RefusedFile[] {
    const { taken, refused } = this.#files.sort(offered);
    const [first, ...rest] = taken;
    if (!first) return refused;
    batch(() => {
      this.editing.value = null;
      const isFirst = this.attachments.peek().length === 0;
      const caption = isFirst ? this.#drafts.read("message") : "";
      if (isFirst) this.#drafts.write("message", "");
      this.attachments.value = [...this.attachments.peek(), { ...first, caption }, ...rest];
    });
    return refused;
  }

  /** Puts back files that were chosen before the page was loaded, with their ids and captions. */
  restoreFiles(stored: readonly StoredAttachment[]): void {
    this.#files.restore(stored);
  }

  /** Removes the files whose messages the server already has: an earlier page sent them. */
  dropSent(isStored: (clientMessageId: string) => boolean): void {
    for (const { id } of this.attachments.peek()) if (isStored(id)) this.#files.remove(id);
  }

  setCaption(id: string, caption: string): void {
    this.#files.setCaption(id, caption);
  }

  /** Removes a file; the caption of the last one becomes the text. */
  detach(id: string): void {
    const removed = this.#files.remove(id);
    if (removed && this.attachments.peek().length === 0 && removed.caption !== "")
      this.#drafts.write("message", removed.caption);
  }

  /** Removes all files; the first caption becomes the text. */
  detachAll(): void {
    const caption = this.attachments.peek()[0]?.caption ?? "";
    this.#files.clear();
    if (caption !== "") this.#drafts.write("message", caption);
  }

  /**
   * Sends the files, the edit, the note or the text; an empty text is not sent. Rejects for an edit or note that was not
   * stored.
   */
  async submit(): Promise<"sent" | "edited" | "noted" | "nothing"> {
    if (this.busy.peek()) return "nothing";
    if (this.mode.peek() === "note") return this.#saveNote();
    if (!this.hasTray.peek() && !this.canSend.peek()) return "nothing";
    if (!this.editing.peek() && this.beforeSend && !(await this.beforeSend())) return "nothing";
    if (this.hasTray.peek()) {
      this.#sendFiles();
      return "sent";
    }
    const body = this.text.peek().trim();
    const edited = this.editing.peek();
    if (edited) {
      await this.#whileBusy(this.#parts.edit(edited, body), () => {
        this.editing.value = null;
      });
      return "edited";
    }
    const file = this.enclosed.peek();
    const link = this.mayHaveLink.peek() ? this.link.peek() : null;
    this.#send({
      body,
      ...(file && { enclosed: file }),
      quoted: this.reply.peek(),
      ...(link && body.includes(link.url) && { link }),
    });
    this.reply.value = null;
    this.link.value = null;
    this.#removedLink.value = null;
    this.enclosed.value = null;
    this.#drafts.write("message", "");
    return "sent";
  }

  /** Sends a recording. */
  sendVoice(file: File): void {
    this.#send({ file, voice: true, quoted: this.reply.peek() });
    this.reply.value = null;
    this.#drafts.requote();
  }

  /** Stores the drafts immediately: the ticket is no longer on screen. */
  flush(): void {
    this.#drafts.flush();
  }

  #send(content: Partial<OutgoingContent>): void {
    this.#parts.send({
      ticketId: this.ticketId,
      body: "",
      file: null,
      voice: false,
      quoted: null,
      ...content,
    });
  }

  #sendFiles(): void {
    for (const [at, { id, file, caption }] of this.attachments.peek().entries()) {
      const quoted = at === 0 ? this.reply.peek() : null;
      this.#send({ clientMessageId: id, body: caption.trim(), file, quoted });
    }
    this.#files.clear();
    this.reply.value = null;
    const enclosed = this.enclosed.peek();
    if (enclosed) this.#send({ enclosed });
    this.enclosed.value = null;
  }

  /** Calls `done` when the task succeeded; after a failure the typed text is unchanged. */
  async #whileBusy(task: Promise<void>, done: () => void): Promise<void> {
    this.busy.value = true;
    try {
      await task;
      done();
    } finally {
      this.busy.value = false;
    }
  }

  /** Stores the note and removes it from the box; what was typed meanwhile stays, and so does a note that was not stored. */
  async #saveNote(): Promise<"noted" | "nothing"> {
    const written = this.text.peek();
    if (written.trim() === "") return "nothing";
    await this.#whileBusy(this.#parts.addNote(written.trim()), () => {
      const now = this.#drafts.read("note");
      this.#drafts.write("note", now.startsWith(written) ? now.slice(written.length) : now);
    });
    return "noted";
  }
}
