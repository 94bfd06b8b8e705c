import { asksForConfirmation } from "#accounts/auth/index.ts";
import { installationSetting } from "#accounts/settings/index.ts";
import { LARGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { json } from "#platform/http/respond.ts";
import { readLimit } from "#tenants/public-limits.ts";
import { publicRoute, route } from "#tenants/route.ts";
import { keepMark } from "./browser-mark.ts";
import {
  LegalAnswer,
  LegalBody,
  LegalParams,
  LegalQuery,
  SignedUp,
  SignupBody,
  SignupState,
} from "./contract.ts";
import { readLegal, writeLegal } from "./legal.ts";
import { SignupLimitPort } from "./limits.ts";
import { signUp } from "./sign-up.ts";

export const signupRoutes = [
  publicRoute({
    method: "GET",
    path: "/signup",
    summary: "Whether visitors may sign up a company",
    limit: readLimit,
    answer: SignupState,
    handle: ({ ctx }) => ({
      open: installationSetting(ctx, "allowSignup"),
      confirmEmail: asksForConfirmation(ctx),
    }),
  }),
  publicRoute({
    method: "POST",
    path: "/companies/cadastro",
    unaudited: "the new company writes an entry (signup/sign-up.ts)",
    summary:
      "Sign up a company with a trial of three days; with `confirmEmail` it is created when the mailed link is confirmed",
    body: SignupBody,
    limit: (installation) => installation.ports.use(SignupLimitPort),
    answer: SignedUp,
    async handle({ ctx, body, ip, https }) {
      const { answer, waiting } = await signUp(ctx, body, ip);
      if (!waiting) return answer;
      return json(answer, 200, { "set-cookie": keepMark(ctx.secrets, waiting, https) });
    },
  }),
  publicRoute({
    method: "GET",
    path: "/legal/:page",
    summary: "The provider's terms of use or privacy notice",
    limit: readLimit,
    params: LegalParams,
    query: LegalQuery,
    answer: LegalAnswer,
    handle: ({ ctx, params, query }) => readLegal(ctx, params.page, query.language),
  }),
  route({
    method: "PUT",
    path: "/legal/:page",
    maxBodyBytes: LARGE_BODY_BYTES,
    audit: "legal-text.changed",
    access: "super",
    summary: "Write the terms of use or the privacy notice in one language",
    params: LegalParams,
    body: LegalBody,
    answer: LegalAnswer,
    handle: ({ ctx, params, body }) => writeLegal(ctx, params.page, body),
  }),
];
