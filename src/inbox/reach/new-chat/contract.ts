import * as v from "valibot";
import { OptionalId, RequiredId } from "#platform/http/contract.ts";

/** `GET /contacts/{id}/new-chat`; without `whatsappId` the connection that a new ticket of the caller would get. */
export const NewChatQuery = v.object({ whatsappId: v.optional(OptionalId) });
export const NewChatAnswer = v.object({
  /** Null while no connection is open. */
  whatsappId: v.nullable(v.number()),
  /** True when a message to the contact would start a new conversation on the connection. */
  isCold: v.boolean(),
  /** True when the day's budget of the connection is used up, so that a person must confirm before the first message. */
  isBeyondBudget: v.boolean(),
});
/** `POST /contacts/{id}/new-chat`: a person starts a new conversation beyond the budget. */
export const NewChatBody = v.object({ whatsappId: RequiredId });
export type NewChatAnswer = v.InferOutput<typeof NewChatAnswer>;
