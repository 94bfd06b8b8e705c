import { ForgotPasswordBody, RecoveryState, ResetPasswordBody } from "#accounts/auth/contract.ts";
import { LimitsPort } from "#accounts/auth/limits.ts";
import { GuessesPort } from "#accounts/auth/login/password-throttle.ts";
import { mailAddress } from "#accounts/mails/index.ts";
import { MessageAnswer } from "#platform/http/contract.ts";
import { readLimit } from "#tenants/public-limits.ts";
import { publicRoute } from "#tenants/route.ts";
import { requestRecovery } from "./recovery.ts";
import { resetPassword } from "./reset-password.ts";

export const recoveryRoutes = [
  publicRoute({
    method: "GET",
    path: "/forgetpassword",
    summary: "Whether password recovery by mail is available",
    limit: readLimit,
    answer: RecoveryState,
    handle: ({ ctx }) => ({ mail: mailAddress(ctx) !== null }),
  }),
  publicRoute({
    method: "POST",
    path: "/forgetpassword",
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
    unaudited: "the session writes the entry (auth/sessions/listeners.ts)",
    summary: "Set a new password by the mailed code; all sessions of the user end",
    body: ResetPasswordBody,
    limit: (installation) => installation.ports.use(LimitsPort).reset,
    answer: MessageAnswer,
    async handle({ ctx, body, ip }) {
      await resetPassword(ctx, body);
      // Resets the count of wrong passwords: a user who forgot the password has usually guessed first.
      ctx.ports.use(GuessesPort).right(body.email, { ip, isKnownDevice: false });
      return { message: "password set" };
    },
  }),
];
