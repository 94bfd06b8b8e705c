import { signal } from "@preact/signals-react";
import type { Drafts } from "#web/lib/storage/drafts.ts";

/** To the customer, or to colleagues only. */
export type ComposerMode = "message" | "note";

/** A draft is written down this long after the last key, ms. */
export const DRAFT_DELAY_MS = 300;

export interface ComposerDraftsParts {
  readonly ticketId: number;
  /** Prefix of the draft's key; default `ticket`. */
  readonly place?: string | undefined;
  readonly drafts: Drafts;
  /** The message that is being answered, kept beside the text. */
  readonly replyId: () => number | undefined;
}

/** What is typed to the customer and to colleagues: drafts that survive everything. */
export function createComposerDrafts({ ticketId, place = "ticket", drafts, replyId }: ComposerDraftsParts) {
  /** What was typed here; null until then: the stored draft shows as soon as it is read. */
  const typed = { message: signal<string | null>(null), note: signal<string | null>(null) };
  let timer: ReturnType<typeof setTimeout> | undefined;

  const keyOf = (which: ComposerMode) => (which === "message" ? `${place}:${ticketId}` : `note:${ticketId}`);

  function store(which: ComposerMode): void {
    const now = typed[which].peek();
    if (now !== null) drafts.set(keyOf(which), now, replyId());
  }

  return {
    /** The current draft. Reads signals. */
    read: (which: ComposerMode): string => typed[which].value ?? drafts.get(keyOf(which))?.text ?? "",
    /** Shows a text at once and keeps it a moment later; an empty one is forgotten at once. */
    write(which: ComposerMode, next: string): void {
      typed[which].value = next;
      clearTimeout(timer);
      if (next === "") drafts.remove(keyOf(which));
      else timer = setTimeout(() => store(which), DRAFT_DELAY_MS);
    },
    /** Writes both down at once. */
    flush(): void {
      clearTimeout(timer);
      store("message");
      store("note");
    },
  };
}
