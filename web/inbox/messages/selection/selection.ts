import { signal } from "@preact/signals-react";

/** The messages that the user selected in one conversation, to forward them. */
interface Selection {
  readonly ticketId: number;
  readonly ids: ReadonlySet<number>;
}
export const selection = signal<Selection | null>(null);

/** The selected messages while messages of this ticket are being selected. Reads a signal. */
export const selectedIn = (ticketId: number): ReadonlySet<number> | undefined =>
  selection.value?.ticketId === ticketId ? selection.value.ids : undefined;
