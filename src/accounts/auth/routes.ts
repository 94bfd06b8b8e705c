import * as v from "valibot";
import { MessageAnswer } from "#platform/http/contract.ts";
import { json } from "#platform/http/respond.ts";
import { readLimit } from "#tenants/public-limits.ts";
import { publicRoute, route } from "#tenants/route.ts";
import {
  ExpiredLoginAnswer,
  LoginBody,
  SessionAnswer,
  SessionUser,
  SetupBody,
  SetupState,
} from "./contract.ts";
import { bearerOf } from "./guard/guard.ts";
import { LimitsPort } from "./limits.ts";
import { cookieOf, dropCookie, keepCookie } from "./login/cookie.ts";
import { isKnownDevice, keepDevice } from "./login/device-cookie.ts";
import { login } from "./login/login.ts";
import { logout } from "./login/logout.ts";
import { refresh } from "./login/refresh.ts";
import { presentSessionUser } from "./present.ts";
import { isSetUpOpen, setUp } from "./set-up/set-up.ts";

export const authRoutes = [
  publicRoute({
    method: "POST",
    path: "/auth/login",
    unaudited: "the session writes the entry (auth/sessions/listeners.ts)",
    summary: "Sign in; users of an expired company get a token that is valid for invoices only",
    body: LoginBody,
    limit: (installation) => installation.ports.use(LimitsPort).login,
    answer: v.union([SessionAnswer, ExpiredLoginAnswer]),
    async handle({ ctx, body, request, ip, https }) {
      const origin = {
        ip,
        userAgent: request.headers.get("user-agent") ?? "",
        isKnownDevice: isKnownDevice(ctx.secrets, body.email, request),
      };
      const { answer, refreshToken } = await login(ctx, body, origin);
      if (refreshToken === null) return answer;
      const response = json(answer, 200, { "set-cookie": keepCookie(refreshToken, https) });
      response.headers.append("set-cookie", keepDevice(ctx.secrets, body.email, https));
      return response;
    },
  }),
  publicRoute({
    method: "POST",
    path: "/auth/refresh_token",
    unaudited: "the same session continues",
    summary: "Get a new access token for the session of the cookie",
    limit: (installation) => installation.ports.use(LimitsPort).refresh,
    answer: SessionAnswer,
    handle({ ctx, request, https }) {
      const { answer, refreshToken } = refresh(ctx, cookieOf(ctx.secrets, request));
      return json(answer, 200, { "set-cookie": keepCookie(refreshToken, https) });
    },
  }),
  publicRoute({
    method: "DELETE",
    path: "/auth/logout",
    unaudited: "the session writes the entry (auth/sessions/listeners.ts)",
    summary: "End the session",
    limit: (installation) => installation.ports.use(LimitsPort).refresh,
    answer: MessageAnswer,
    handle({ ctx, request, https }) {
      logout(ctx, cookieOf(ctx.secrets, request), bearerOf(request));
      return json({ message: "signed out" }, 200, { "set-cookie": dropCookie(https) });
    },
  }),
  publicRoute({
    method: "GET",
    path: "/setup",
    summary: "Whether the installation has no super user yet",
    limit: readLimit,
    answer: SetupState,
    handle: ({ ctx }) => ({ open: isSetUpOpen(ctx) }),
  }),
  publicRoute({
    method: "POST",
    path: "/setup",
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
