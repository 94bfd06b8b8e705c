import { MessageAnswer } from "#platform/http/contract.ts";
import { publicRoute } from "#tenants/route.ts";
import { confirmAgain, confirmEmail } from "./confirmation.ts";
import { ConfirmBody, LoginBody } from "./contract.ts";
import { isKnownDevice } from "./device-cookie.ts";
import { LimitsPort } from "./limits.ts";

export const confirmationRoutes = [
  publicRoute({
    method: "POST",
    path: "/auth/confirm",
    summary: "Confirm the e-mail of a sign-up by the code of the mail, once",
    body: ConfirmBody,
    limit: (installation) => installation.ports.use(LimitsPort).reset,
    answer: MessageAnswer,
    handle({ ctx, body }) {
      confirmEmail(ctx, body.token);
      return { message: "e-mail confirmed" };
    },
  }),
  publicRoute({
    method: "POST",
    path: "/auth/confirm/again",
    summary: "Mail the link of the confirmation once more; answers the same when none is waited for",
    body: LoginBody,
    limit: (installation) => installation.ports.use(LimitsPort).recovery,
    answer: MessageAnswer,
    async handle({ ctx, body, ip, request }) {
      await confirmAgain(ctx, body, { ip, isKnownDevice: isKnownDevice(ctx.secrets, body.email, request) });
      return { message: "a link is on its way if one is waited for" };
    },
  }),
];
