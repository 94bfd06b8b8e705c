import * as v from "valibot";
import { MessageAnswer } from "#inbox/messages/contract.ts";
import { Instant, PathId } from "#platform/http/contract.ts";

/** Maximum number of starred messages per user. */
export const MAX_STARS = 1000;

/** `ticketId`: only of the conversation with the ticket's contact; `before`: id of the last message of the previous page. */
export const StarQuery = v.object({ ticketId: v.optional(PathId), before: v.optional(PathId) });

export const StarredMessage = v.object({
  message: MessageAnswer,
  starredAt: Instant,
  ticketUuid: v.string(),
  contactName: v.string(),
});
export type StarredMessage = v.InferOutput<typeof StarredMessage>;
/** Newest star first, 40 per page. */
export const StarredPage = v.object({ starred: v.array(StarredMessage), hasMore: v.boolean() });
export type StarredPage = v.InferOutput<typeof StarredPage>;
