import * as v from "valibot";
import { IdParams, MessageAnswer, PageNumber } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { WaitingSignupPage } from "./contract.ts";
import { removeSignup, sendLinkAgain, waitingPage } from "./provider.ts";

export const waitingRoutes = [
  route({
    method: "GET",
    path: "/signups",
    access: "super",
    summary: "Sign-ups that wait for the confirmation of their e-mail, the newest first",
    query: v.object({ pageNumber: PageNumber }),
    answer: WaitingSignupPage,
    handle: ({ ctx, query }) => waitingPage(ctx.tenant.installation, query.pageNumber),
  }),
  route({
    method: "POST",
    path: "/signups/:id/again",
    audit: "signup.sent",
    access: "super",
    summary: "Mail the link of a waiting sign-up again",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      sendLinkAgain(ctx, params.id);
      return { message: "link mailed" };
    },
  }),
  route({
    method: "DELETE",
    path: "/signups/:id",
    audit: "signup.removed",
    access: "super",
    summary: "Delete a sign-up that waits for its confirmation",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      removeSignup(ctx, params.id);
      return { message: "sign-up deleted" };
    },
  }),
];
