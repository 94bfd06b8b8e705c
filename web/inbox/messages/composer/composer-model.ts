import { batch, computed, signal } from "@preact/signals-react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { EnclosedFile, OutgoingContent } from "#web/inbox/messages/outbox/outbox-model.ts";
import { type ComposerDraftsParts, type ComposerMode, createComposerDrafts } from "./composer-drafts.ts";
import { type ComposerFilesParts, createComposerFiles, type RefusedFile } from "./composer-files.ts";

export interface ComposerParts extends Omit<ComposerDraftsParts, "replyId">, ComposerFilesParts {
  readonly send: (content: OutgoingContent) => void;
  /** Stores an internal note; rejects when it could not be stored. */
  readonly addNote: (text: string) => Promise<void>;
  /** Changes a sent text; rejects when it could not be changed. */
  readonly edit: (message: MessageAnswer, text: string) => Promise<void>;
  readonly tellTyping: () => void;
}

export type Composer = ReturnType<typeof createComposer>;

/** What is being written in one ticket. Text and note are drafts that survive everything. */
export function createComposer(parts: ComposerParts) {
  const { ticketId } = parts;
  const mode = signal<ComposerMode>("message");
  const reply = signal<MessageAnswer | null>(null);
  const editing = signal<MessageAnswer | null>(null);
  const editText = signal("");
  const enclosed = signal<EnclosedFile | null>(null);
  const busy = signal(false);
  const drafts = createComposerDrafts({ ...parts, replyId: () => reply.peek()?.id });
  const files = createComposerFiles(parts);
  const attachments = files.chosen;

  const text = computed(() => (editing.value ? editText.value : drafts.read(mode.value)));

  /** The text after a slash at the beginning; null when the text does not begin with a slash. */
  const slash = computed(() => {
    const wanted = mode.value === "message" && editing.value === null && attachments.value.length === 0;
    return wanted && /^\/[^\n]*$/.test(text.value) ? text.value.slice(1) : null;
  });
  /** There is something to send, or to save as a note. */
  const canSend = computed(
    () => text.value.trim() !== "" || (enclosed.value !== null && mode.value === "message" && !editing.value),
  );
  /** Files wait to be sent to the customer. They are out of sight while a note is written. */
  const hasTray = computed(() => mode.value === "message" && attachments.value.length > 0);

  function sendFiles(): void {
    for (const [at, { file, caption }] of attachments.peek().entries())
      parts.send({
        ticketId,
        body: caption.trim(),
        file,
        voice: false,
        quoted: at === 0 ? reply.peek() : null,
      });
    files.clear();
    reply.value = null;
    const file = enclosed.peek();
    if (file) parts.send({ ticketId, body: "", file: null, enclosed: file, voice: false, quoted: null });
    enclosed.value = null;
  }

  /** Keeps what is typed when the work fails, so that nothing has to be typed again. */
  async function work(task: Promise<void>, done: () => void): Promise<void> {
    busy.value = true;
    try {
      await task;
      done();
    } finally {
      busy.value = false;
    }
  }

  /** Stores the note; what was typed meanwhile stays. A note that could not be stored stays in its box. */
  async function saveNote(): Promise<"noted" | "nothing"> {
    const written = text.peek();
    if (written.trim() === "") return "nothing";
    await work(parts.addNote(written.trim()), () => {
      const now = drafts.read("note");
      drafts.write("note", now.startsWith(written) ? now.slice(written.length) : now);
    });
    return "noted";
  }

  return {
    ticketId,
    mode,
    text,
    reply,
    editing,
    attachments,
    hasTray,
    enclosed,
    slash,
    canSend,
    /** A note or an edit is on its way. */
    busy,

    setText(next: string): void {
      if (editing.peek()) editText.value = next;
      else drafts.write(mode.peek(), next);
      if (mode.peek() === "message" && next !== "") parts.tellTyping();
    },
    setMode(next: ComposerMode): void {
      batch(() => {
        editing.value = null;
        mode.value = next;
      });
    },
    replyTo(message: MessageAnswer | null): void {
      batch(() => {
        editing.value = null;
        mode.value = "message";
        reply.value = message;
      });
    },
    startEdit(message: MessageAnswer, current: string): void {
      batch(() => {
        mode.value = "message";
        reply.value = null;
        editText.value = current;
        editing.value = message;
      });
    },
    /**
     * Esc: ends the edit, else the reply. A note stays a note: no key but a press on "Message" makes the next text one for the
     * customer (docs/rules/keyboard.md#notes-stay-notes). Returns false when there was nothing to end.
     */
    escape(): boolean {
      if (mode.peek() === "note") return false;
      if (editing.peek()) editing.value = null;
      else if (reply.peek()) reply.value = null;
      else return false;
      return true;
    },

    /** Puts a quick reply in the place of what is typed: its text to be changed, its file to leave with it. */
    takeReply(message: string, file: EnclosedFile | null): void {
      batch(() => {
        drafts.write("message", message);
        if (file) enclosed.value = file;
      });
    },
    /** The text leaves without the file. */
    leaveOut(): void {
      enclosed.value = null;
    },

    /** Takes files; the text typed so far becomes the caption of the first. Answers what was refused and why. */
    attach(offered: readonly File[]): readonly RefusedFile[] {
      const { taken, refused } = files.sort(offered);
      const [first, ...rest] = taken;
      if (!first) return refused;
      batch(() => {
        editing.value = null;
        const moves = attachments.peek().length === 0;
        const caption = moves ? drafts.read("message") : "";
        if (moves) drafts.write("message", "");
        attachments.value = [...attachments.peek(), { ...first, caption }, ...rest];
      });
      return refused;
    },
    setCaption: files.setCaption,
    detach(id: string): void {
      const gone = files.remove(id);
      if (gone && attachments.peek().length === 0 && gone.caption !== "")
        drafts.write("message", gone.caption);
    },
    /** Takes no file after all; the first caption becomes the text again. */
    detachAll(): void {
      const caption = attachments.peek()[0]?.caption ?? "";
      files.clear();
      if (caption !== "") drafts.write("message", caption);
    },

    /**
     * Sends what is there: files, an edit, a note or a text. Empty text is not sent. Answers what became of it;
     * rejects for edit and note.
     */
    async submit(): Promise<"sent" | "edited" | "noted" | "nothing"> {
      if (busy.peek()) return "nothing";
      if (mode.peek() === "note") return saveNote();
      if (hasTray.peek()) {
        sendFiles();
        return "sent";
      }
      const body = text.peek().trim();
      if (!canSend.peek()) return "nothing";
      const edited = editing.peek();
      if (edited) {
        await work(parts.edit(edited, body), () => {
          editing.value = null;
        });
        return "edited";
      }
      const file = enclosed.peek();
      parts.send({
        ticketId,
        body,
        file: null,
        ...(file && { enclosed: file }),
        voice: false,
        quoted: reply.peek(),
      });
      reply.value = null;
      enclosed.value = null;
      drafts.write("message", "");
      return "sent";
    },
    /** Sends a recording. */
    sendVoice(file: File): void {
      parts.send({ ticketId, body: "", file, voice: true, quoted: reply.peek() });
      reply.value = null;
    },
    /** Writes the draft down at once: the ticket leaves the screen. */
    flush: drafts.flush,
  };
}
