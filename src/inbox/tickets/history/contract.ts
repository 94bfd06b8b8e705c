import * as v from "valibot";
import { UserRef } from "#accounts/users/contract.ts";
import { Instant } from "#platform/http/contract.ts";

/** Answer of `GET /tickets/{id}/events`: the history that explains the ticket's current state. */
export const TicketEventAnswer = v.object({
  id: v.number(),
  at: Instant,
  kind: v.picklist([
    "created",
    "reused",
    "queued",
    "distributed",
    "accepted",
    "returned",
    "transferred",
    "taken_over",
    "priority",
    "closed",
    "close_undone",
    "reopened",
    "merged",
    "sla_missed",
    "snoozed",
    "woken",
    "follow_up_started",
    "follow_up_ended",
    "redirected",
    "bot_limit",
    "bot_ended",
    "out_of_hours",
    "loop_guard",
    "integration_failed",
    "ai_handed_over",
    "distribution_exhausted",
    "rated",
    "rating_comment",
    "participant_added",
    "participant_removed",
    "note_deleted",
    "macro",
    "rule",
  ]),
  actor: v.nullable(UserRef),
  from: v.record(v.string(), v.unknown()),
  to: v.record(v.string(), v.unknown()),
});
export type TicketEventAnswer = v.InferOutput<typeof TicketEventAnswer>;
export type TicketEventKind = TicketEventAnswer["kind"];
export const TicketEvents = v.object({ events: v.array(TicketEventAnswer) });
