import { LARGE_BODY_BYTES } from "#platform/http/body.ts";
import { installationSetting } from "#settings/index.ts";
import { readLimit } from "#tenants/open-limit.ts";
import { publicRoute, route } from "#tenants/route.ts";
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
    summary: "Whether strangers may make a company of their own",
    limit: readLimit,
    answer: SignupState,
    handle: ({ ctx }) => ({ open: installationSetting(ctx, "allowSignup") }),
  }),
  publicRoute({
    method: "POST",
    path: "/companies/cadastro",
    summary:
      "A stranger makes a company with a trial of three days; due date, status and recurrence are the server's",
    body: SignupBody,
    limit: (installation) => installation.ports.use(SignupLimitPort),
    answer: SignedUp,
    handle: ({ ctx, body }) => signUp(ctx, body),
  }),
  publicRoute({
    method: "GET",
    path: "/legal/:page",
    summary: "Terms of use or privacy notice, as the provider wrote it",
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
