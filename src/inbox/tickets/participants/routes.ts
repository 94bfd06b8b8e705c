import * as v from "valibot";
import { IdParams, MessageAnswer, PathId } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { FollowBody, InviteBody, ParticipantsAnswer } from "./contract.ts";
import { invite, listParticipants, removeParticipant, setNotify } from "./participants.ts";

const OfUser = v.object({ id: PathId, userId: PathId });
const HISTORY = "the history of the ticket records it";

export const participantRoutes = [
  route({
    method: "GET",
    path: "/tickets/:id/participants",
    summary: "The participants of a ticket beside its attendant",
    params: IdParams,
    answer: ParticipantsAnswer,
    handle: ({ ctx, params }) => ({ participants: listParticipants(ctx, params.id) }),
  }),
  route({
    method: "POST",
    path: "/tickets/:id/participants",
    unaudited: HISTORY,
    summary: "Add participants to a ticket; the caller alone = follow it",
    params: IdParams,
    body: InviteBody,
    answer: ParticipantsAnswer,
    handle: ({ ctx, params, body }) => ({ participants: invite(ctx, params.id, body.userIds) }),
  }),
  route({
    method: "PUT",
    path: "/tickets/:id/participants/me",
    unaudited: "changes only the caller's own marks",
    summary: "Choose of which notes of a ticket the caller is notified",
    params: IdParams,
    body: FollowBody,
    answer: ParticipantsAnswer,
    handle: ({ ctx, params, body }) => ({ participants: setNotify(ctx, params.id, body.notify) }),
  }),
  route({
    method: "DELETE",
    path: "/tickets/:id/participants/:userId",
    unaudited: HISTORY,
    summary: "Remove a participant, or stop following",
    params: OfUser,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      removeParticipant(ctx, params.id, params.userId);
      return { message: "participant removed" };
    },
  }),
];
