import * as v from "valibot";
import { AwayBody, ColleagueAnswer, UserAnswer } from "#accounts/users/contract.ts";
import { presentUserFor } from "#accounts/users/index.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { setAwayOfOther } from "./away.ts";
import {
  CreatePauseReasonBody,
  PauseReasonAnswer,
  PauseReasonList,
  UpdatePauseReasonBody,
} from "./contract.ts";
import { allReasons, createReason, deleteReason, presentReason, updateReason } from "./reasons.ts";

/** Routes of docs/rules/work-times.md. */
export const workTimeRoutes = [
  route({
    method: "GET",
    path: "/pause-reasons",
    summary: "The reasons of pauses by name, inactive ones included",
    answer: PauseReasonList,
    handle: ({ ctx }) => ({ reasons: allReasons(ctx.tenant.db).map(presentReason) }),
  }),
  route({
    method: "POST",
    path: "/pause-reasons",
    access: "admin",
    audit: "pause-reason.created",
    summary: "Create a reason of pauses",
    body: CreatePauseReasonBody,
    answer: PauseReasonAnswer,
    handle: ({ ctx, body }) => presentReason(createReason(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/pause-reasons/:id",
    access: "admin",
    audit: "pause-reason.changed",
    summary: "Change a reason of pauses",
    params: IdParams,
    body: UpdatePauseReasonBody,
    answer: PauseReasonAnswer,
    handle: ({ ctx, params, body }) => presentReason(updateReason(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/pause-reasons/:id",
    access: "admin",
    audit: "pause-reason.removed",
    summary: "Delete a reason of pauses; its pauses stay, without a reason",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteReason(ctx, params.id);
      return { message: "pause reason deleted" };
    },
  }),
  route({
    method: "PUT",
    path: "/users/:id/away",
    audit: "user.changed",
    notForSupport: true,
    summary: "Set or clear the pause of a user; admins, and supervisors for people of their queues",
    params: IdParams,
    body: AwayBody,
    answer: v.union([UserAnswer, ColleagueAnswer]),
    handle: ({ ctx, params, body }) =>
      presentUserFor(ctx.actor, ctx.tenant, setAwayOfOther(ctx, params.id, body)),
  }),
];
