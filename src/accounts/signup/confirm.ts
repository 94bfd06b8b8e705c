import { auditProvider } from "#accounts/audit/index.ts";
import {
  confirmationCode,
  confirmCompany,
  confirmCompanyAgain,
  type Known,
  type Login,
  signIn,
  verifyCredentials,
} from "#accounts/auth/index.ts";
import { ensureOpenInvoice } from "#accounts/billing/index.ts";
import { createCompanyWithAdmin } from "#accounts/companies/index.ts";
import { planName } from "#accounts/plans/index.ts";
import { installationSetting } from "#accounts/settings/index.ts";
import { ownerOf } from "#accounts/users/index.ts";
import { addDays, dayAt } from "#platform/dates.ts";
import { execute } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { planGone, signupDisabled } from "./errors.ts";
import { mailLink, markUsed, signupOfLink } from "./links.ts";
import * as sql from "./signup.sql.ts";
import { deleteWaiting, type SignupDetails, type Waiting, waitingById } from "./waiting.ts";

/** Days of the free trial (docs/rules/forms.md#pages). */
const TRIAL_DAYS = 3;

/**
 * Creates the company of a sign-up: its row, its file with first settings and hours, its admin, its first invoice and
 * the rows written by `complete`, all in one transaction. The trial begins today. `appendsNumber`: when another company has the
 * name, this one gets a number. Throws 409 ERR_EMAIL_IN_USE, 409 ERR_NAME_IN_USE, 409 ERR_PLAN_LIMIT.
 */
export function openCompany(
  installation: Installation,
  details: SignupDetails,
  options: { readonly complete?: () => void; readonly appendsNumber?: boolean } = {},
): Promise<Tenant> {
  const { system, clock, config } = installation;
  const { complete, appendsNumber = false } = options;
  const { companyName: name, adminName, email, phone, planId, passwordHash, language } = details;
  const trialExpiration = addDays(dayAt(clock.now(), config.timeZone), TRIAL_DAYS);
  return createCompanyWithAdmin(
    installation,
    {
      ...{ name, email, phone, planId, language, trialExpiration },
      dueDate: trialExpiration,
      campaignsEnabled: true,
    },
    { name: adminName, email, passwordHash },
    {
      appendsNumber,
      complete({ id, company }) {
        ensureOpenInvoice(installation, id);
        execute(system, sql.insertSignup, { id, referredBy: details.referredBy, now: clock.now() });
        auditProvider(installation, {
          who: "product",
          userId: null,
          name: "balcao",
          kind: "company",
          action: "created",
          subjectId: id,
          subject: company.name,
          companyId: id,
        });
        complete?.();
      },
    },
  );
}

/** IP address and browser from which a link is confirmed. */
interface ConfirmPlace {
  readonly ip: string;
  readonly userAgent: string;
  /** Whether this browser made the sign-up, where its password was typed. */
  readonly isBrowserOf: (waiting: Waiting) => boolean;
}

/**
 * Confirms an e-mail by the code of the mail and creates the company, once. Signs in only the browser that made the
 * sign-up; null elsewhere: the password is needed there (docs/rules/sign-up.md#signed-in). Throws
 * 400 ERR_CONFIRMATION_CODE, and what `admit` throws.
 */
export async function confirmSignup(
  installation: Installation,
  code: string,
  place: ConfirmPlace,
): Promise<Login | null> {
  const id = signupOfLink(installation, code);
  if (id === undefined) {
    if (confirmCompany(installation, code)) return null;
    throw confirmationCode("unknown");
  }
  const waiting = waitingById(installation, id);
  if (!waiting) throw confirmationCode("expired");
  const isSameBrowser = place.isBrowserOf(waiting);
  const known = await admit(installation, waiting);
  return isSameBrowser ? signIn(known, place) : null;
}

/**
 * Creates the company of a sign-up that waited; in the same transaction the sign-up is deleted and its links are
 * used. When another company took the name meanwhile, this one gets a number. Throws 403 ERR_SIGNUP_DISABLED, 409
 * ERR_SIGNUP_PLAN, 409 ERR_EMAIL_IN_USE, 409 ERR_PLAN_LIMIT, 400 ERR_CONFIRMATION_CODE when another request was first.
 */
export async function admit(installation: Installation, waiting: Waiting): Promise<Known> {
  const { system } = installation;
  if (!installationSetting(installation, "allowSignup")) throw signupDisabled();
  if (planName(system, waiting.planId) === undefined) throw planGone();
  // Read again in the transaction: another request may have confirmed or replaced the sign-up meanwhile.
  const checkUnchanged = () => {
    const now = waitingById(installation, waiting.id);
    if (!now) throw confirmationCode("used");
    if (now.passwordHash !== waiting.passwordHash) throw confirmationCode("replaced");
  };
  try {
    await openCompany(installation, waiting, {
      appendsNumber: true,
      complete() {
        checkUnchanged();
        markUsed(system, waiting.id);
        deleteWaiting(system, waiting.id);
      },
    });
  } catch (error) {
    // The e-mail of the second of two clicks is refused, because the first one has created the company.
    checkUnchanged();
    throw error;
  }
  const known = ownerOf(installation, waiting.email);
  if (!known) throw new Error("the admin that was just created is missing");
  return known;
}

/**
 * Mails the link again. The password is required, so that the answer does not reveal which e-mails signed up. Throws
 * 401 ERR_INVALID_CREDENTIALS, 403 ERR_COMPANY_INACTIVE, 429 ERR_RATE_LIMIT.
 */
export async function confirmAgain(
  installation: Installation,
  given: Parameters<typeof verifyCredentials>[1],
  place: Parameters<typeof verifyCredentials>[2],
): Promise<void> {
  const who = await verifyCredentials(installation, given, place);
  if (!("signupId" in who)) return confirmCompanyAgain(who.tenant, given.email);
  const waiting = waitingById(installation, who.signupId);
  if (waiting) mailLink(installation, waiting);
}
