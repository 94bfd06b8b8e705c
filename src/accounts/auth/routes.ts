import * as v from "valibot";
import { GuessesPort } from "#accounts/auth/login/password-throttle.ts";
import { mailAddress } from "#accounts/mails/index.ts";
import { dropCell, keepCell } from "#platform/http/cells/cell-cookie.ts";
import { companyInPath } from "#platform/http/cells/cell-rule.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { json, withCookies } from "#platform/http/respond.ts";
import { readLimit } from "#tenants/public-limits.ts";
import { publicRoute, route } from "#tenants/route.ts";
import {
  ExpiredLoginAnswer,
  ForgotPasswordBody,
  LoginBody,
  OwnSession,
  RecoveryState,
  ResetPasswordBody,
  SessionAnswer,
  SessionUser,
  SetupBody,
  SetupState,
} from "./contract.ts";
import { bearerOf } from "./guard/bearer.ts";
import { LimitsPort } from "./limits.ts";
import { cellOfCookie, cellOfLogin, cellOfLogout, cellOfSignIn } from "./login/cell-rules.ts";
import { cookieOf, dropCookie, keepCookie } from "./login/cookie.ts";
import { keepDevice, knownDevice } from "./login/device-cookie.ts";
import { login, logout, refresh } from "./login/login.ts";
import { presentSessionUser } from "./present.ts";
import { requestRecovery } from "./recovery/recovery.ts";
import { resetPassword } from "./recovery/reset-password.ts";
import { endOtherSessions, endOwnSession, ownSessions } from "./sessions/sessions.ts";
import { isSetUpOpen, setUp } from "./set-up/set-up.ts";
import { enterCompany, leaveCompany } from "./support/support.ts";

export const authRoutes = [
  publicRoute({
    method: "POST",
    path: "/auth/login",
    cell: cellOfSignIn,
    unaudited: "the session writes the entry (auth/sessions/listeners.ts)",
    summary: "Sign in; users of an expired company get a token that is valid for invoices only",
    body: LoginBody,
    limit: (installation) => installation.ports.use(LimitsPort).login,
    answer: v.union([SessionAnswer, ExpiredLoginAnswer]),
    async handle({ ctx, body, request, ip, https }) {
      const device = knownDevice(ctx.secrets, body.email, request);
      const origin = { ip, userAgent: request.headers.get("user-agent") ?? "", device };
      const { answer, refreshToken, cell } = await login(ctx, body, origin);
      ctx.ports.use(LimitsPort).login.giveBack(ip);
      if (refreshToken === null) return answer;
      return withCookies(json(answer), [
        keepCookie(refreshToken, https),
        keepDevice(ctx.secrets, body.email, { https, device }),
        ...keepCell(ctx.cell, https, cell),
      ]);
    },
  }),
  publicRoute({
    method: "POST",
    path: "/auth/refresh_token",
    cell: cellOfCookie,
    unaudited: "the same session continues",
    summary: "Get a new access token for the session of the cookie",
    limit: (installation) => installation.ports.use(LimitsPort).refresh,
    answer: SessionAnswer,
    handle({ ctx, request, ip, https }) {
      const { answer, refreshToken } = refresh(ctx, cookieOf(ctx.secrets, request));
      ctx.ports.use(LimitsPort).refresh.giveBack(ip);
      return withCookies(json(answer), [keepCookie(refreshToken, https), ...keepCell(ctx.cell, https)]);
    },
  }),
  publicRoute({
    method: "DELETE",
    path: "/auth/logout",
    cell: cellOfLogout,
    unaudited: "the session writes the entry (auth/sessions/listeners.ts)",
    summary: "End the session",
    limit: (installation) => installation.ports.use(LimitsPort).refresh,
    answer: MessageAnswer,
    handle({ ctx, request, ip, https }) {
      logout(ctx, cookieOf(ctx.secrets, request), bearerOf(request));
      ctx.ports.use(LimitsPort).refresh.giveBack(ip);
      return withCookies(json({ message: "signed out" }), [dropCookie(https), ...dropCell(ctx.cell, https)]);
    },
  }),
  publicRoute({
    method: "GET",
    path: "/setup",
    cell: "any",
    summary: "Whether the installation has no super user yet",
    limit: readLimit,
    answer: SetupState,
    handle: ({ ctx }) => ({ open: isSetUpOpen(ctx) }),
  }),
  publicRoute({
    method: "POST",
    path: "/setup",
    cell: "home",
    unaudited: "the new super user writes an entry (auth/set-up/set-up.ts)",
    summary: "First run: create company 1 and the super user, with the code of the one-time link",
    body: SetupBody,
    limit: (installation) => installation.ports.use(LimitsPort).login,
    answer: MessageAnswer,
    async handle({ ctx, body }) {
      await setUp(ctx, body);
      return { message: "set up" };
    },
  }),
  route({
    method: "GET",
    path: "/auth/me",
    access: "session",
    summary: "The signed-in user",
    answer: SessionUser,
    handle: ({ ctx }) => presentSessionUser(ctx),
  }),
];

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

export const supportRoutes = [
  route({
    method: "POST",
    path: "/companies/:id/support",
    unaudited: "the support session writes both entries (auth/support/support.ts)",
    access: "super",
    cell: companyInPath,
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

export const recoveryRoutes = [
  publicRoute({
    method: "GET",
    path: "/forgetpassword",
    cell: "any",
    summary: "Whether password recovery by mail is available",
    limit: readLimit,
    answer: RecoveryState,
    handle: ({ ctx }) => ({ mail: mailAddress(ctx) !== null }),
  }),
  publicRoute({
    method: "POST",
    path: "/forgetpassword",
    cell: cellOfLogin,
    unaudited: "the caller is unknown; the new password writes an entry",
    summary: "Mail a recovery code; the response is the same for known and unknown e-mails",
    body: ForgotPasswordBody,
    limit: (installation) => installation.ports.use(LimitsPort).recovery,
    answer: MessageAnswer,
    handle({ ctx, body }) {
      requestRecovery(ctx, body.email);
      return { message: "a code is on its way if the e-mail is known" };
    },
  }),
  publicRoute({
    method: "POST",
    path: "/resetpasswords",
    cell: cellOfLogin,
    unaudited: "the session writes the entry (auth/sessions/listeners.ts)",
    summary: "Set a new password by the mailed code; all sessions of the user end",
    body: ResetPasswordBody,
    limit: (installation) => installation.ports.use(LimitsPort).reset,
    answer: MessageAnswer,
    async handle({ ctx, body, ip, https }) {
      await resetPassword(ctx, body);
      // Resets the count of wrong passwords: a user who forgot the password has usually guessed first.
      ctx.ports.use(GuessesPort).right(body.email, { ip, device: null });
      // The owner of the mailbox signs in from this browser even while others guess the password.
      return json({ message: "password set" }, 200, {
        "set-cookie": keepDevice(ctx.secrets, body.email, { https, device: null }),
      });
    },
  }),
];
