import * as v from "valibot";
import { InvoiceAnswer } from "#billing/contract.ts";
import { Instant, ShortText } from "#platform/http/contract.ts";
import { UserEmail, UserName, UserPassword } from "#users/contract.ts";

/** Whether strangers may make a company of their own. */
export const SignupState = v.object({ open: v.boolean() });
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
 * A new company of a stranger. Due date, recurrence, status and `campaignsEnabled` are the server's to say: they are
 * not looked at here (behaviour 24.2).
 */
export const SignupBody = v.object({
  /** Of the company. */
  name: UserName,
  /** Of the person who signs up, its first admin; left out: the name of the company. */
  adminName: v.optional(UserName),
  email: UserEmail,
  phone: v.optional(Phone, ""),
  password: UserPassword,
  planId: WholeNumber,
  /** Whose address led here; kept as a hint of where companies come from. */
  companyId: v.optional(v.union([WholeNumber, v.null(), v.literal("")])),
});
export type SignupBody = v.InferOutput<typeof SignupBody>;

/** The new company; `token` opens its bills only, so that the payment may follow at once (behaviour 24.2). */
export const SignedUp = v.object({
  id: v.number(),
  name: v.string(),
  email: v.string(),
  token: v.string(),
  /** A link was mailed that is to be opened before the first login. */
  confirmEmail: v.boolean(),
  /** Null: the plan costs nothing. */
  invoice: v.nullable(InvoiceAnswer),
});
export type SignedUp = v.InferOutput<typeof SignedUp>;

/** Pages of the provider that anybody may read. */
export const LegalPage = v.picklist(["term", "privacy"]);
export type LegalPage = v.InferOutput<typeof LegalPage>;
export const LegalLanguage = v.picklist(["pt", "en", "es"]);
export type LegalLanguage = v.InferOutput<typeof LegalLanguage>;
export const LegalParams = v.object({ page: LegalPage });
export const LegalQuery = v.object({ language: v.optional(LegalLanguage, "pt") });
/** Longest text of such a page, characters. */
export const LEGAL_MAX = 50_000;
/** "" goes back to the product's own text. */
export const LegalBody = v.object({
  language: LegalLanguage,
  text: v.pipe(v.string(), v.maxLength(LEGAL_MAX)),
});
/** `text` null: the provider wrote none in this language, the product's own holds. Plain text, never markup. */
export const LegalAnswer = v.object({
  page: LegalPage,
  language: LegalLanguage,
  text: v.nullable(v.string()),
  updatedAt: v.nullable(Instant),
});
export type LegalAnswer = v.InferOutput<typeof LegalAnswer>;
