import * as v from "valibot";
import { TicketAnswer } from "#inbox/tickets/contract.ts";
import { LARGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { IdParams, MessageAnswer, PathId } from "#platform/http/contract.ts";
import { batchedWrite } from "#tenants/batched-write.ts";
import { route } from "#tenants/route.ts";
import {
  FollowUpAnswer,
  FollowUpBody,
  FollowUpList,
  StartFollowUpBody,
  UpdateFollowUpBody,
} from "./contract.ts";
import { attachFile, detachFile } from "./files.ts";
import { canSee } from "./policy.ts";
import { presentFollowUp } from "./present.ts";
import { followUpsFor } from "./queries.ts";
import { startFollowUp, stopFollowUp } from "./running/start.ts";
import { createFollowUp, deleteFollowUp, updateFollowUp } from "./save.ts";

const StepParams = v.object({ id: PathId, step: PathId });

export const followUpRoutes = [
  route({
    method: "GET",
    path: "/follow-ups",
    summary: "The shared follow-ups and the caller's own ones, by name",
    answer: FollowUpList,
    handle: ({ ctx }) => ({
      followUps: followUpsFor(ctx.tenant.db, ctx.actor.id)
        .filter(({ ownerId }) => canSee(ctx.actor, ownerId))
        .map((row) => presentFollowUp(ctx.tenant, row)),
    }),
  }),
  route({
    method: "POST",
    path: "/follow-ups",
    audit: "follow-up.created",
    summary: "Create a follow-up; a shared one by admins",
    body: FollowUpBody,
    maxBodyBytes: 4 * LARGE_BODY_BYTES,
    answer: FollowUpAnswer,
    handle: ({ ctx, body }) => presentFollowUp(ctx.tenant, createFollowUp(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/follow-ups/:id",
    audit: "follow-up.changed",
    summary: "Change a follow-up; runs keep their steps",
    params: IdParams,
    body: UpdateFollowUpBody,
    maxBodyBytes: 4 * LARGE_BODY_BYTES,
    answer: FollowUpAnswer,
    handle: ({ ctx, params, body }) => presentFollowUp(ctx.tenant, updateFollowUp(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/follow-ups/:id",
    audit: "follow-up.removed",
    summary: "Delete a follow-up; its runs continue",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteFollowUp(ctx, params.id);
      return { message: "follow-up deleted" };
    },
  }),
  route({
    method: "POST",
    path: "/follow-ups/:id/steps/:step/media-upload",
    audit: "follow-up.changed",
    summary: "Attach a file to a step of a follow-up, counted from 1",
    params: StepParams,
    rawBody: true,
    answer: FollowUpAnswer,
    handle: async ({ ctx, params: { id, step }, request }) =>
      presentFollowUp(ctx.tenant, await attachFile(ctx, id, step, request)),
  }),
  route({
    method: "DELETE",
    path: "/follow-ups/:id/steps/:step/media-upload",
    audit: "follow-up.changed",
    summary: "Remove the file of a step of a follow-up",
    params: StepParams,
    answer: FollowUpAnswer,
    handle: ({ ctx, params: { id, step } }) => presentFollowUp(ctx.tenant, detachFile(ctx, id, step)),
  }),
  route({
    method: "POST",
    path: "/tickets/:id/follow-up",
    unaudited: "the history of the ticket records it",
    summary: "Start a follow-up in an open ticket whose customer has not answered",
    params: IdParams,
    body: StartFollowUpBody,
    answer: TicketAnswer,
    handle: ({ ctx, params, body }) => batchedWrite(ctx.tenant, () => startFollowUp(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/tickets/:id/follow-up",
    unaudited: "the history of the ticket records it",
    summary: "Stop the follow-up of a ticket",
    params: IdParams,
    answer: TicketAnswer,
    handle: ({ ctx, params }) => batchedWrite(ctx.tenant, () => stopFollowUp(ctx, params.id)),
  }),
];
