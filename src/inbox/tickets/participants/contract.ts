import * as v from "valibot";
import { UserRef } from "#accounts/users/contract.ts";
import { Instant, RequiredId } from "#platform/http/contract.ts";

/** Maximum number of participants of a ticket, and of mentions in a note. */
export const MOST_PARTICIPANTS = 50;
const MOST_MENTIONS = 50;

const MentionKind = v.picklist(["user", "queue"]);
/** Mentions of a request: people and queues by id. */
export const Mentions = v.optional(
  v.pipe(v.array(v.object({ kind: MentionKind, id: RequiredId })), v.maxLength(MOST_MENTIONS)),
);
export type Mentions = v.InferOutput<typeof Mentions>;
/** A mention as stored and answered; `name` is the name at the time of the mention. */
export const NoteMention = v.object({ kind: MentionKind, id: v.number(), name: v.string() });
export type NoteMention = v.InferOutput<typeof NoteMention>;

/** How the user became a participant. */
const ParticipantVia = v.picklist(["invited", "mention", "self", "former_owner"]);
export type ParticipantVia = v.InferOutput<typeof ParticipantVia>;
/** `mentions` = notified of mentions only; `all` = also of other notes. */
const ParticipantNotify = v.picklist(["mentions", "all"]);
export type ParticipantNotify = v.InferOutput<typeof ParticipantNotify>;

const ParticipantAnswer = v.object({
  user: UserRef,
  via: ParticipantVia,
  notify: ParticipantNotify,
  /** Null = the product, or a deleted user. */
  addedBy: v.nullable(UserRef),
  addedAt: Instant,
});
export type ParticipantAnswer = v.InferOutput<typeof ParticipantAnswer>;
export const ParticipantsAnswer = v.object({ participants: v.array(ParticipantAnswer) });
export type ParticipantsAnswer = v.InferOutput<typeof ParticipantsAnswer>;

export const InviteBody = v.object({
  userIds: v.pipe(v.array(RequiredId), v.minLength(1), v.maxLength(MOST_PARTICIPANTS)),
});
export const FollowBody = v.object({ notify: ParticipantNotify });
