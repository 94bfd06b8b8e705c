import { signal } from "@preact/signals-react";
import type { Drafts } from "#web/lib/storage/drafts.ts";

/** A message goes to the customer, a note to colleagues only. */
export type ComposerMode = "message" | "note";

/** A draft is stored this long after the last key, ms. */
export const DRAFT_DELAY_MS = 300;

export interface ComposerDraftsParts {
  readonly ticketId: number;
  /** Prefix of the draft's key; default `ticket`. */
  readonly place?: string | undefined;
  readonly drafts: Drafts;
  /** Id of the quoted message, stored with the text. */
  readonly replyId: () => number | undefined;
}

const MODES: readonly ComposerMode[] = ["message", "note"];

/** The texts for the customer and for colleagues: drafts that survive a reload. */
export function createComposerDrafts({ ticketId, place = "ticket", drafts, replyId }: ComposerDraftsParts) {
  /** Typed text that is not stored yet. Null: the box shows the stored draft, and follows changes by other devices. */
  const typed = { message: signal<string | null>(null), note: signal<string | null>(null) };
  /** Text that was typed and stored before the drafts of the browser were loaded. */
  const early = { message: "", note: "" };
  let timer: ReturnType<typeof setTimeout> | undefined;

  const keyOf = (which: ComposerMode) => (which === "message" ? `${place}:${ticketId}` : `note:${ticketId}`);

  function store(which: ComposerMode): void {
    const now = typed[which].peek();
    if (now === null) return;
    const key = keyOf(which);
    drafts.set(key, now, which === "message" ? replyId() : undefined);
    if (!drafts.isLoaded.peek()) early[which] = now;
    if (drafts.peek(key)?.text === now) typed[which].value = null;
    // White space alone is not stored: only this box has it, as part of the text that is still being typed.
    else drafts.hold(key);
  }
  function flush(): void {
    clearTimeout(timer);
    MODES.forEach(store);
  }

  if (!drafts.isLoaded.peek()) {
    // Letters typed before the stored drafts are loaded follow the stored text, which the box did not show yet.
    const stop = drafts.isLoaded.subscribe((isLoaded) => {
      if (!isLoaded) return;
      for (const which of MODES) {
        const now = typed[which].peek();
        const loaded = drafts.peek(keyOf(which))?.text ?? "";
        const before = loaded.slice(0, loaded.length - early[which].length);
        if (now !== null && before !== "") typed[which].value = before + now;
      }
      queueMicrotask(() => stop());
    });
  }

  return {
    /** The current draft. Reads signals. */
    read: (which: ComposerMode): string => typed[which].value ?? drafts.get(keyOf(which))?.text ?? "",
    /** Shows a text at once and stores it after DRAFT_DELAY_MS; an empty text deletes the draft at once. */
    write(which: ComposerMode, next: string): void {
      const key = keyOf(which);
      drafts.hold(key);
      clearTimeout(timer);
      if (next === "") {
        drafts.remove(key);
        typed[which].value = null;
        flush();
        return;
      }
      typed[which].value = next;
      timer = setTimeout(flush, DRAFT_DELAY_MS);
    },
    /** The message that the stored text quotes; undefined while letters are not stored yet. */
    quotedId: (): number | undefined =>
      typed.message.peek() === null ? drafts.peek(keyOf("message"))?.quotedId : undefined,
    /** Call it when a quote begins or ends: stores the quote with the text, if there is a text. */
    requote(): void {
      const text = typed.message.peek() ?? drafts.peek(keyOf("message"))?.text ?? "";
      if (text.trim() !== "") drafts.set(keyOf("message"), text, replyId());
      if (drafts.peek(keyOf("message"))?.text === text) typed.message.value = null;
    },
    /** Stores both drafts immediately. */
    flush,
  };
}
