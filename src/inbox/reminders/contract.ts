import * as v from "valibot";
import { Instant, OptionalId, ShortText } from "#platform/http/contract.ts";

/** Characters of a note. */
export const MAX_NOTE = 280;

const Note = v.pipe(v.string(), v.trim(), v.maxLength(MAX_NOTE));

/** `at`: ISO, or a local time of the company. Either a ticket or a note is needed. */
export const ReminderBody = v.object({
  ticketId: v.optional(OptionalId, null),
  at: ShortText,
  note: v.optional(Note, ""),
});
export type ReminderBody = v.InferOutput<typeof ReminderBody>;

/** What is absent keeps its value; a new time makes a reminder that is done open again. */
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
  /** Null also for a ticket that the user may no longer see. */
  ticket: v.nullable(v.object({ id: v.number(), uuid: v.string(), contactName: v.string() })),
});
export type ReminderAnswer = v.InferOutput<typeof ReminderAnswer>;
export const ReminderList = v.object({ reminders: v.array(ReminderAnswer) });
export type ReminderList = v.InferOutput<typeof ReminderList>;
