import { batch, computed, signal } from "@preact/signals-react";
import type { Channel } from "#connections/contract.ts";
import type { MessageAnswer } from "#messages/contract.ts";
import type { Drafts } from "#web/lib/drafts.ts";
import { type Attachment, type AttachmentRefusal, kindOf, refusal } from "./attachments.ts";
import type { EnclosedFile, OutgoingContent } from "./outbox-model.ts";

/** To the customer, or to colleagues only. */
export type ComposerMode = "message" | "note";
export interface ComposerParts {
  readonly ticketId: number;
  /** First word of the draft's key; `ticket` unless told otherwise. */
  readonly place?: string;
  readonly drafts: Drafts;
  /** Of the customer: what files it takes; absent = those of WhatsApp. */
  readonly channel?: () => Channel;
  readonly send: (content: OutgoingContent) => void;
  /** Stores an internal note; rejects when it could not be stored. */
  readonly addNote: (text: string) => Promise<void>;
  /** Changes a sent text; rejects when it could not be changed. */
  readonly edit: (message: MessageAnswer, text: string) => Promise<void>;
  readonly tellTyping: () => void;
  readonly newId: () => string;
  /** Local address of a file, and its end. */
  readonly previewOf: (file: File) => string;
  readonly endPreview: (address: string) => void;
}

/** A draft is written down this long after the last key, ms. */
export const DRAFT_DELAY_MS = 300;

export type Composer = ReturnType<typeof createComposer>;

/** What is being written in one ticket. Text and note are drafts that survive everything. */
export function createComposer(parts: ComposerParts) {
  const { drafts, ticketId, place = "ticket" } = parts;
  const mode = signal<ComposerMode>("message");
  /** What was typed here; null until then: the stored draft shows as soon as it is read. */
  const typed = { message: signal<string | null>(null), note: signal<string | null>(null) };
  const reply = signal<MessageAnswer | null>(null);
  const editing = signal<MessageAnswer | null>(null);
  const editText = signal("");
  const attachments = signal<readonly Attachment[]>([]);
  const enclosed = signal<EnclosedFile | null>(null);
  const busy = signal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const keyOf = (which: ComposerMode) => (which === "message" ? `${place}:${ticketId}` : `note:${ticketId}`);
  const text = computed(() => {
    if (editing.value) return editText.value;
    return typed[mode.value].value ?? drafts.get(keyOf(mode.value))?.text ?? "";
  });

  /** What stands behind a slash at the very beginning; null while no quick reply is wanted. */
  const slash = computed(() => {
    const wanted = mode.value === "message" && editing.value === null && attachments.value.length === 0;
    return wanted && /^\/[^\n]*$/.test(text.value) ? text.value.slice(1) : null;
  });
  /** There is something the customer could get. */
  const canSend = computed(
    () => text.value.trim() !== "" || (enclosed.value !== null && mode.value === "message" && !editing.value),
  );

  function store(which: ComposerMode): void {
    const now = typed[which].peek();
    if (now !== null) drafts.set(keyOf(which), now, reply.peek()?.id);
  }

  function write(which: ComposerMode, next: string): void {
    typed[which].value = next;
    clearTimeout(timer);
    if (next === "") drafts.remove(keyOf(which));
    else timer = setTimeout(() => store(which), DRAFT_DELAY_MS);
  }

  function sendFiles(): void {
    for (const [at, { file, caption }] of attachments.peek().entries())
      parts.send({
        ticketId,
        body: caption.trim(),
        file,
        voice: false,
        quoted: at === 0 ? reply.peek() : null,
      });
    clearAttachments();
    reply.value = null;
    const file = enclosed.peek();
    if (file) parts.send({ ticketId, body: "", file: null, enclosed: file, voice: false, quoted: null });
    enclosed.value = null;
  }

  function clearAttachments(): void {
    for (const { preview } of attachments.peek()) if (preview) parts.endPreview(preview);
    attachments.value = [];
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

  return {
    ticketId,
    mode,
    text,
    reply,
    editing,
    attachments,
    enclosed,
    slash,
    canSend,
    /** A note or an edit is on its way. */
    busy,

    setText(next: string): void {
      if (editing.peek()) editText.value = next;
      else write(mode.peek(), next);
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
    /** Esc: ends the edit, else the reply, else the note. False when there was nothing to end. */
    escape(): boolean {
      if (editing.peek()) editing.value = null;
      else if (reply.peek()) reply.value = null;
      else if (mode.peek() === "note") mode.value = "message";
      else return false;
      return true;
    },

    /** Puts a quick reply in the place of what is typed: its text to be changed, its file to leave with it. */
    takeReply(message: string, file: EnclosedFile | null): void {
      batch(() => {
        write("message", message);
        if (file) enclosed.value = file;
      });
    },
    /** The text leaves without the file. */
    leaveOut(): void {
      enclosed.value = null;
    },

    /** Takes files; the text typed so far becomes the caption of the first. Answers what was refused and why. */
    attach(files: readonly File[]): readonly { readonly name: string; readonly why: AttachmentRefusal }[] {
      const refused: { name: string; why: AttachmentRefusal }[] = [];
      const taken: Attachment[] = [];
      for (const file of files) {
        const why = refusal(file, attachments.peek().length + taken.length, parts.channel?.());
        if (why) refused.push({ name: file.name, why });
        else {
          const kind = kindOf(file);
          const preview = kind === "document" ? null : parts.previewOf(file);
          taken.push({ id: parts.newId(), file, kind, caption: "", preview });
        }
      }
      const [first, ...rest] = taken;
      if (!first) return refused;
      batch(() => {
        editing.value = null;
        mode.value = "message";
        const moves = attachments.peek().length === 0;
        const caption = moves ? text.peek() : "";
        if (moves) write("message", "");
        attachments.value = [...attachments.peek(), { ...first, caption }, ...rest];
      });
      return refused;
    },
    setCaption(id: string, caption: string): void {
      attachments.value = attachments.peek().map((one) => (one.id === id ? { ...one, caption } : one));
    },
    detach(id: string): void {
      const gone = attachments.peek().find((one) => one.id === id);
      if (gone?.preview) parts.endPreview(gone.preview);
      attachments.value = attachments.peek().filter((one) => one !== gone);
      if (gone && attachments.peek().length === 0 && gone.caption !== "") write("message", gone.caption);
    },
    /** Takes no file after all; the first caption becomes the text again. */
    detachAll(): void {
      const caption = attachments.peek()[0]?.caption ?? "";
      clearAttachments();
      if (caption !== "") write("message", caption);
    },

    /**
     * Sends what is there: files, an edit, a note or a text. Empty text is not sent. Answers what became of it;
     * rejects for edit and note.
     */
    async submit(): Promise<"sent" | "edited" | "noted" | "nothing"> {
      if (busy.peek()) return "nothing";
      if (attachments.peek().length > 0) {
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
      if (mode.peek() === "note") {
        await work(parts.addNote(body), () => write("note", ""));
        return "noted";
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
      write("message", "");
      return "sent";
    },
    /** Sends a recording. */
    sendVoice(file: File): void {
      parts.send({ ticketId, body: "", file, voice: true, quoted: reply.peek() });
      reply.value = null;
    },
    /** Writes the draft down at once: the ticket leaves the screen. */
    flush(): void {
      clearTimeout(timer);
      store("message");
      store("note");
    },
  };
}
