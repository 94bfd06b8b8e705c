import * as v from "valibot";
import { OwnSession } from "#accounts/auth/contract.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { endOtherSessions, endOwnSession, ownSessions } from "./session-list.ts";

export const sessionRoutes = [
  route({
    method: "GET",
    path: "/auth/sessions",
    summary: "The caller's open sessions",
    answer: v.array(OwnSession),
    handle: ({ ctx }) => ownSessions(ctx),
  }),
  route({
    method: "DELETE",
    path: "/auth/sessions",
    unaudited: "the session writes the entry (auth/sessions/listeners.ts)",
    summary: "End all sessions of the caller except the current one",
    answer: MessageAnswer,
    handle({ ctx }) {
      endOtherSessions(ctx);
      return { message: "other sessions ended" };
    },
  }),
  route({
    method: "DELETE",
    path: "/auth/sessions/:id",
    unaudited: "the session writes the entry (auth/sessions/listeners.ts)",
    summary: "End one of the caller's sessions",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      endOwnSession(ctx, params.id);
      return { message: "session ended" };
    },
  }),
];
