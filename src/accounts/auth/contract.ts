import * as v from "valibot";
import { InvoiceAnswer } from "#accounts/billing/contract.ts";
import { SessionCompany } from "#accounts/companies/contract.ts";
import { UserAnswer, UserEmail, UserName, UserPassword } from "#accounts/users/contract.ts";
import { Instant, plainName } from "#platform/http/contract.ts";

export const LoginBody = v.object({
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.minLength(1), v.maxLength(254)),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
});

/** The signed-in user with all data that every page needs. */
export const SessionUser = v.object({
  ...UserAnswer.entries,
  abilities: v.array(v.string()),
  sessionId: v.number(),
  company: SessionCompany,
  /** Only for the provider's support: end of the support session. */
  supportUntil: v.optional(Instant),
});
export type SessionUser = v.InferOutput<typeof SessionUser>;

export const SessionAnswer = v.object({ token: v.string(), user: SessionUser });
export type SessionAnswer = v.InferOutput<typeof SessionAnswer>;

/** Login of a company past its due date (docs/rules/users.md#expired-company, docs/rules/companies.md#expiry). */
export const ExpiredLoginAnswer = v.object({
  expired: v.literal(true),
  dueDate: v.string(),
  /** Newest first, paid ones included. */
  invoices: v.array(InvoiceAnswer),
  token: v.string(),
  user: v.object({
    id: v.number(),
    companyId: v.number(),
    company: v.object({ id: v.number(), name: v.string(), dueDate: v.string() }),
  }),
});

export type ExpiredLoginAnswer = v.InferOutput<typeof ExpiredLoginAnswer>;

/** One of the caller's own sessions. */
export const OwnSession = v.object({
  id: v.number(),
  ip: v.string(),
  /** The User-Agent header; the page translates it into names of browser and system. */
  userAgent: v.string(),
  createdAt: v.string(),
  /** Accurate to the lifetime of an access token (15 minutes). */
  lastUsedAt: v.string(),
  /** Whether this request was made with this session. */
  current: v.boolean(),
});
export type OwnSession = v.InferOutput<typeof OwnSession>;

/** Whether recovery codes can be mailed; without a mail server only an admin can set a new password. */
export const RecoveryState = v.object({ mail: v.boolean() });
export type RecoveryState = v.InferOutput<typeof RecoveryState>;
export const ForgotPasswordBody = v.object({ email: UserEmail });
export const ResetPasswordBody = v.object({
  email: UserEmail,
  /** The mailed code. */
  token: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  password: UserPassword,
});

/** The mailed code that confirms an e-mail. */
export const ConfirmBody = v.object({
  token: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
});

/** `session`: signs in the browser that signed up; null in any other browser, which needs the password. */
export const ConfirmAnswer = v.object({
  message: v.string(),
  /** E-mail of the sign-up, for the login page; "" when the company already existed before its confirmation. */
  email: v.string(),
  session: v.nullable(SessionAnswer),
});
export type ConfirmAnswer = v.InferOutput<typeof ConfirmAnswer>;

/**
 * First run: `GET /setup` returns whether set-up is open; `POST /setup` requires the code of the one-time
 * link.
 */
export const SetupState = v.object({ open: v.boolean() });
export const SetupBody = v.object({
  code: v.pipe(v.string(), v.minLength(8), v.maxLength(200)),
  name: UserName,
  email: UserEmail,
  password: UserPassword,
  companyName: plainName(2, 80),
});
