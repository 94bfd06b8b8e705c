import type { TicketNoteAnswer } from "#inbox/tickets/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { mentionables, mentionsIn, needMentionables } from "./note-mentions.ts";

/** The mentions in a text, as the server expects them. */
async function mentionsOf(note: string) {
  if (!note.includes("@")) return [];
  await needMentionables();
  return mentionsIn(note, mentionables()).map(({ kind, id }) => ({ kind, id }));
}

/** Throws 403 ERR_MENTION_NOT_VISIBLE. */
export async function addNote(ticketId: number, contactId: number, note: string): Promise<TicketNoteAnswer> {
  return api.post("/ticket-notes", { ticketId, contactId, note, mentions: await mentionsOf(note) });
}

/** Throws 403 ERR_MENTION_NOT_VISIBLE. */
export async function editNote(noteId: number, note: string): Promise<TicketNoteAnswer> {
  return api.put(`/ticket-notes/${noteId}`, { note, mentions: await mentionsOf(note) });
}
