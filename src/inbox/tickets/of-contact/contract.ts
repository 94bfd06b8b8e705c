import * as v from "valibot";
import { UserRef } from "#accounts/users/contract.ts";
import { TicketStatus } from "#inbox/tickets/contract.ts";
import { Instant } from "#platform/http/contract.ts";

/** One ticket in the history of a contact. */
export const ContactTicketAnswer = v.object({
  id: v.number(),
  uuid: v.string(),
  protocol: v.string(),
  status: TicketStatus,
  queue: v.nullable(v.object({ id: v.number(), name: v.string(), color: v.string() })),
  user: v.nullable(UserRef),
  /** Name of the connection. */
  whatsapp: v.string(),
  /** On the scale `ratingScale`; null = not rated. */
  rating: v.nullable(v.number()),
  ratingScale: v.optional(v.nullable(v.picklist(["three", "five", "nps"]))),
  /** Id of the first message of the ticket. */
  firstMessageId: v.nullable(v.number()),
  createdAt: Instant,
  closedAt: v.nullable(Instant),
  updatedAt: Instant,
});
export type ContactTicketAnswer = v.InferOutput<typeof ContactTicketAnswer>;
export const ContactTicketPage = v.object({ tickets: v.array(ContactTicketAnswer), hasMore: v.boolean() });
export type ContactTicketPage = v.InferOutput<typeof ContactTicketPage>;
