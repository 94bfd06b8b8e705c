import type { DraftMode } from "#inbox/drafts/contract.ts";

/** Where the server stores a draft of this browser. */
export interface DraftPlace {
  readonly ticketId: number;
  readonly mode: DraftMode;
}

/** The browser's key of a draft of a ticket. */
export const keyOfDraft = ({ ticketId, mode }: DraftPlace): string =>
  mode === "message" ? `ticket:${ticketId}` : `note:${ticketId}`;

/** Null for texts that are stored only in this browser (team chats, unsent messages, texts set aside). */
export function placeOfDraft(key: string): DraftPlace | null {
  const [, kind, id] = /^(ticket|note):(\d+)$/.exec(key) ?? [];
  return id === undefined ? null : { ticketId: Number(id), mode: kind === "note" ? "note" : "message" };
}

/**
 * The key of the other text: with `version` the text of another device, until the user decides which text stays; without it a
 * text of this device that was set aside.
 */
export const keyOfOther = (key: string): string => `other:${key}`;
