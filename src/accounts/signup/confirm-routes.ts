import { ConfirmAnswer, ConfirmBody, LoginBody } from "#accounts/auth/contract.ts";
import { cookieOf, isKnownDevice, keepCookie, keepDevice, LimitsPort } from "#accounts/auth/index.ts";
import { MessageAnswer } from "#platform/http/contract.ts";
import { json } from "#platform/http/respond.ts";
import { publicRoute } from "#tenants/route.ts";
import { dropMark, hasMark } from "./browser-mark.ts";
import { confirmAgain, confirmSignup } from "./confirm.ts";

export const confirmRoutes = [
  publicRoute({
    method: "POST",
    path: "/auth/confirm",
    unaudited: "the user confirms their own address",
    summary: "Confirm the e-mail of a sign-up and create its company; signs in the browser that signed up",
    body: ConfirmBody,
    limit: (installation) => installation.ports.use(LimitsPort).reset,
    answer: ConfirmAnswer,
    handle({ ctx, body, ip, request, https }) {
      let email = "";
      const login = confirmSignup(ctx, body.token, {
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
      const response = json(answer, 200, { "set-cookie": keepCookie(login.refreshToken, https) });
      response.headers.append("set-cookie", keepDevice(ctx.secrets, email, https));
      response.headers.append("set-cookie", dropMark(https));
      return response;
    },
  }),
  publicRoute({
    method: "POST",
    path: "/auth/confirm/again",
    unaudited: "a mail is sent again",
    summary: "Mail the confirmation link again; the response is the same when no sign-up waits",
    body: LoginBody,
    limit: (installation) => installation.ports.use(LimitsPort).recovery,
    answer: MessageAnswer,
    async handle({ ctx, body, ip, request }) {
      await confirmAgain(ctx, body, { ip, isKnownDevice: isKnownDevice(ctx.secrets, body.email, request) });
      return { message: "a link is on its way if one is waited for" };
    },
  }),
];
