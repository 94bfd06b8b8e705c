import * as v from "valibot";
import { UserRef } from "#accounts/users/contract.ts";
import { Mentions, NoteMention } from "#inbox/tickets/participants/contract.ts";
import { Instant, OptionalId, RequiredId } from "#platform/http/contract.ts";

/** Text of a ticket note (docs/rules/forms.md#lengths): visible to users only, at least 2 characters. */
export const TicketNoteAnswer = v.object({
  id: v.number(),
  note: v.string(),
  /** Mentioned people and queues, with their names at the time of the mention; absent in answers of an earlier release. */
  mentions: v.optional(v.array(NoteMention)),
  editedAt: v.optional(v.nullable(Instant)),
  /** Earlier texts, oldest first; `at` = when the text was written. */
  edits: v.optional(v.array(v.object({ note: v.string(), at: Instant }))),
  ticketId: v.number(),
  contactId: v.number(),
  /** The connection of the note's ticket. */
  whatsappId: v.number(),
  user: v.nullable(UserRef),
  createdAt: Instant,
});
export type TicketNoteAnswer = v.InferOutput<typeof TicketNoteAnswer>;
const NoteText = v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(5000));
export const TicketNoteBody = v.object({
  note: NoteText,
  mentions: Mentions,
  ticketId: RequiredId,
  contactId: v.optional(OptionalId),
});
/** Both values replace those of the note. */
export const EditNoteBody = v.object({ note: NoteText, mentions: Mentions });
export type EditNoteBody = v.InferOutput<typeof EditNoteBody>;
