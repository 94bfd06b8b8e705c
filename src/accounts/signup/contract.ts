import * as v from "valibot";
import { InvoiceAnswer } from "#accounts/billing/contract.ts";
import { UserEmail, UserName, UserPassword } from "#accounts/users/contract.ts";
import { Instant, pageOf, ShortText } from "#platform/http/contract.ts";

/** Whether visitors may sign up a company. */
export const SignupState = v.object({
  open: v.boolean(),
  /** A sign-up confirms its e-mail by a mailed link before its company is created. */
  confirmEmail: v.boolean(),
});
export type SignupState = v.InferOutput<typeof SignupState>;

const Phone = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(30),
  v.check((phone) => phone === "" || /^[\d\s()+.-]{8,}$/.test(phone)),
);
const WholeNumber = v.pipe(
  v.union([v.number(), v.pipe(ShortText, v.regex(/^\d{1,15}$/), v.transform(Number))]),
  v.integer(),
  v.minValue(1),
);

/**
 * A sign-up. The server sets due date, recurrence, status and `campaignsEnabled`; these keys in the body are ignored.
 */
export const SignupBody = v.object({
  /** Of the company. */
  name: UserName,
  /** Name of the first admin; default: the name of the company. */
  adminName: v.optional(UserName),
  email: UserEmail,
  phone: v.optional(Phone, ""),
  password: UserPassword,
  planId: WholeNumber,
  /** Language of the mail with the link, and first language of the company. */
  language: v.optional(v.picklist(["pt-BR", "en", "es"]), "pt-BR"),
  /** Id of the referring company, from the address of the page; an unverified hint. */
  companyId: v.optional(v.union([WholeNumber, v.null(), v.literal("")])),
});
export type SignupBody = v.InferOutput<typeof SignupBody>;

/**
 * The new company; `token` gives access to its bills only, so that it can be paid at once. With
 * `confirmEmail` there is no company yet: `id`, `token` and `invoice` are null
 * (docs/rules/sign-up.md#answer).
 */
export const SignedUp = v.object({
  id: v.nullable(v.number()),
  name: v.string(),
  email: v.string(),
  token: v.nullable(v.string()),
  /** A link was mailed; the company is created when it is confirmed. */
  confirmEmail: v.boolean(),
  /** Null also when the plan costs nothing. */
  invoice: v.nullable(InvoiceAnswer),
});
export type SignedUp = v.InferOutput<typeof SignedUp>;

/** A sign-up that waits for the confirmation of its e-mail, for super users. */
export const WaitingSignupAnswer = v.object({
  id: v.number(),
  /** Of the company. */
  name: v.string(),
  adminName: v.string(),
  email: v.string(),
  phone: v.string(),
  /** Null: the plan was deleted meanwhile. */
  planName: v.nullable(v.string()),
  createdAt: Instant,
  /** Time at which the sign-up is deleted. */
  expiresAt: Instant,
});
export type WaitingSignupAnswer = v.InferOutput<typeof WaitingSignupAnswer>;
export const WaitingSignupPage = pageOf("signups", WaitingSignupAnswer);
export type WaitingSignupPage = v.InferOutput<typeof WaitingSignupPage>;

/** Public pages of the provider. */
export const LegalPage = v.picklist(["term", "privacy"]);
export type LegalPage = v.InferOutput<typeof LegalPage>;
export const LegalLanguage = v.picklist(["pt", "en", "es"]);
export type LegalLanguage = v.InferOutput<typeof LegalLanguage>;
export const LegalParams = v.object({ page: LegalPage });
export const LegalQuery = v.object({ language: v.optional(LegalLanguage, "pt") });
/** Maximum length of such a page, characters. */
export const LEGAL_MAX = 50_000;
/** "" restores the product's own text. */
export const LegalBody = v.object({
  language: LegalLanguage,
  text: v.pipe(v.string(), v.maxLength(LEGAL_MAX)),
});
/**
 * `text` null: the provider wrote none in this language, and the product's own is shown. Plain text, never markup.
 */
export const LegalAnswer = v.object({
  page: LegalPage,
  language: LegalLanguage,
  text: v.nullable(v.string()),
  updatedAt: v.nullable(Instant),
});
export type LegalAnswer = v.InferOutput<typeof LegalAnswer>;
