import { SessionAnswer } from "#accounts/auth/contract.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { enterCompany, leaveCompany } from "./support.ts";

export const supportRoutes = [
  route({
    method: "POST",
    path: "/companies/:id/support",
    unaudited: "the support session writes both entries (auth/support/support.ts)",
    access: "super",
    summary: "Enter a company as support, for at most 60 minutes; its admins get a notice",
    params: IdParams,
    answer: SessionAnswer,
    handle: ({ ctx, params, ip, request }) =>
      enterCompany(ctx, params.id, { ip, userAgent: request.headers.get("user-agent") ?? "" }),
  }),
  route({
    method: "DELETE",
    path: "/support",
    unaudited: "the support session writes the entry (auth/support/support.ts)",
    access: "session",
    summary: "End the support session",
    answer: MessageAnswer,
    handle({ ctx }) {
      leaveCompany(ctx);
      return { message: "left" };
    },
  }),
];
