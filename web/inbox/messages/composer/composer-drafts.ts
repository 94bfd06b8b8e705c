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

/** The texts for the customer and for colleagues: drafts that survive a reload. */
export function createComposerDrafts({ ticketId, place = "ticket", drafts, replyId }: ComposerDraftsParts) {
  /** Text typed on this page; null until something is typed: the stored draft is shown as soon as it is loaded. */
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
    /** Shows a text at once and stores it after DRAFT_DELAY_MS; an empty text deletes the draft at once. */
    write(which: ComposerMode, next: string): void {
      typed[which].value = next;
      clearTimeout(timer);
      if (next === "") drafts.remove(keyOf(which));
      else timer = setTimeout(() => store(which), DRAFT_DELAY_MS);
    },
    /** Stores both drafts at once. */
    flush(): void {
      clearTimeout(timer);
      store("message");
      store("note");
    },
  };
}
