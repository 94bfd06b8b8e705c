import * as v from "valibot";
import { ConfirmAnswer, ConfirmBody, LoginBody } from "#accounts/auth/contract.ts";
import {
  asksForConfirmation,
  cookieOf,
  keepCookie,
  keepDevice,
  knownDevice,
  LimitsPort,
} from "#accounts/auth/index.ts";
import { installationSetting } from "#accounts/settings/index.ts";
import { LARGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { keepCell } from "#platform/http/cells/cell-cookie.ts";
import { IdParams, MessageAnswer, PageNumber } from "#platform/http/contract.ts";
import { createAddressLimit, noLimit, type RateLimit } from "#platform/http/fairness/rate-limit.ts";
import { json, withCookies } from "#platform/http/respond.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import { readLimit } from "#tenants/public-limits.ts";
import { publicRoute, route } from "#tenants/route.ts";
import { confirmAgain, confirmSignup } from "./confirm.ts";
import {
  LegalAnswer,
  LegalBody,
  LegalParams,
  LegalQuery,
  SignedUp,
  SignupBody,
  SignupState,
  WaitingSignupPage,
} from "./contract.ts";
import { readLegal, writeLegal } from "./legal.ts";
import { signUp } from "./sign-up.ts";
import { dropMark, hasMark, keepMark, removeSignup, sendLinkAgain, waitingPage } from "./waiting.ts";

/** Sign-ups per address and minute (docs/rules/general.md#rate-limits). */
const PER_MINUTE = 3;

export const SignupLimitPort = definePort<RateLimit>("signup limit");
export const createSignupLimit = ({ config, clock }: Installation): RateLimit =>
  config.rateLimits ? createAddressLimit(clock, PER_MINUTE, 60_000) : noLimit;

export const signupRoutes = [
  publicRoute({
    method: "GET",
    path: "/signup",
    cell: "any",
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
    cell: "home",
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
    cell: "any",
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
    cell: "home",
    summary: "Write the terms of use or the privacy notice in one language",
    params: LegalParams,
    body: LegalBody,
    answer: LegalAnswer,
    handle: ({ ctx, params, body }) => writeLegal(ctx, params.page, body),
  }),
];

export const confirmRoutes = [
  publicRoute({
    method: "POST",
    path: "/auth/confirm",
    cell: "home",
    unaudited: "the user confirms their own address",
    summary: "Confirm the e-mail of a sign-up and create its company; signs in the browser that signed up",
    body: ConfirmBody,
    limit: (installation) => installation.ports.use(LimitsPort).reset,
    answer: ConfirmAnswer,
    async handle({ ctx, body, ip, request, https }) {
      let email = "";
      const login = await confirmSignup(ctx, body.token, {
        ip,
        userAgent: request.headers.get("user-agent") ?? "",
        isBrowserOf(waiting) {
          email = waiting.email;
          // An existing session of the browser is kept.
          return !cookieOf(ctx.secrets, request) && hasMark(ctx.secrets, waiting, request);
        },
      });
      const message = "e-mail confirmed";
      if (!login || login.refreshToken === null) return { message, email, session: null };
      const answer: ConfirmAnswer = { message, email, session: login.answer };
      return withCookies(json(answer), [
        keepCookie(login.refreshToken, https),
        keepDevice(ctx.secrets, email, { https, device: null }),
        dropMark(https),
        ...keepCell(ctx.cell, https, login.cell),
      ]);
    },
  }),
  publicRoute({
    method: "POST",
    path: "/auth/confirm/again",
    cell: "home",
    unaudited: "a mail is sent again",
    summary: "Mail the confirmation link again; the response is the same when no sign-up waits",
    body: LoginBody,
    limit: (installation) => installation.ports.use(LimitsPort).recovery,
    answer: MessageAnswer,
    async handle({ ctx, body, ip, request }) {
      await confirmAgain(ctx, body, { ip, device: knownDevice(ctx.secrets, body.email, request) });
      return { message: "a link is on its way if one is waited for" };
    },
  }),
];

export const waitingRoutes = [
  route({
    method: "GET",
    path: "/signups",
    access: "super",
    cell: "home",
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
    cell: "home",
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
    cell: "home",
    summary: "Delete a sign-up that waits for its confirmation",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      removeSignup(ctx, params.id);
      return { message: "sign-up deleted" };
    },
  }),
];
