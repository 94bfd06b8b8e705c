import * as v from "valibot";
import { Instant, OptionalId, ShortText } from "#platform/http/contract.ts";

/** Maximum length of a note, characters. */
export const MAX_NOTE = 280;

const Note = v.pipe(v.string(), v.trim(), v.maxLength(MAX_NOTE));

/** `at`: ISO, or a local time of the company. Either a ticket or a note is needed. */
export const ReminderBody = v.object({
  ticketId: v.optional(OptionalId, null),
  at: ShortText,
  note: v.optional(Note, ""),
});
export type ReminderBody = v.InferOutput<typeof ReminderBody>;

/** Absent keys keep their value. A new time reopens a reminder that is done. */
export const ReminderChange = v.object({
  ticketId: v.optional(OptionalId),
  at: v.optional(ShortText),
  note: v.optional(Note),
  done: v.optional(v.boolean()),
});
export type ReminderChange = v.InferOutput<typeof ReminderChange>;

export const ReminderAnswer = v.object({
  id: v.number(),
  at: Instant,
  note: v.string(),
  doneAt: v.nullable(Instant),
  ticketId: v.nullable(v.number()),
  /** Null without a ticket, and for a ticket that the user may no longer see. */
  ticket: v.nullable(v.object({ id: v.number(), uuid: v.string(), contactName: v.string() })),
});
export type ReminderAnswer = v.InferOutput<typeof ReminderAnswer>;
export const ReminderList = v.object({ reminders: v.array(ReminderAnswer) });
export type ReminderList = v.InferOutput<typeof ReminderList>;
