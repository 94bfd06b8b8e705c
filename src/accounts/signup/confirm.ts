import {
  confirmationCode,
  confirmCompany,
  confirmCompanyAgain,
  type Known,
  type Login,
  type Origin,
  signIn,
  verifyCredentials,
} from "#accounts/auth/index.ts";
import { planName } from "#accounts/plans/index.ts";
import { installationSetting } from "#accounts/settings/index.ts";
import { ownerOf } from "#accounts/users/index.ts";
import { transaction } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import { createInCell, creationKey, inItsCell } from "./elsewhere.ts";
import { planGone, signupDisabled } from "./errors.ts";
import { mailLink, markUsed, signupOfLink } from "./links.ts";
import { openCompany } from "./open-company.ts";
import { deleteWaiting, type Waiting, waitingById } from "./waiting.ts";

/** IP address and browser from which a link is confirmed. */
interface ConfirmPlace extends Origin {
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
  const { ip, userAgent } = place;
  return admit(installation, waiting, place.isBrowserOf(waiting) ? { ip, userAgent } : null);
}

/**
 * Creates the company of a sign-up that waited, in the cell with the lowest load (docs/rules/cells.md#placement), and signs its
 * admin in from `origin`, if there is one. When another company took the name meanwhile, this one gets a number. Throws 403 ERR_SIGNUP_DISABLED, 409 ERR_SIGNUP_PLAN, 409
 * ERR_EMAIL_IN_USE, 409 ERR_PLAN_LIMIT, 400 ERR_CONFIRMATION_CODE when another request was first, 503 ERR_NOT_DURABLE.
 */
export async function admit(
  installation: Installation,
  waiting: Waiting,
  origin: Origin | null,
): Promise<Login | null> {
  const { system } = installation;
  if (!installationSetting(installation, "allowSignup")) throw signupDisabled();
  if (planName(system, waiting.planId) === undefined) throw planGone();
  const make = async (cell: number): Promise<Login | null> => {
    if (cell !== installation.cells.own) return admitElsewhere(installation, cell, waiting, origin);
    const known = await admitHere(installation, waiting);
    return origin && signIn(known, origin);
  };
  return inItsCell(installation, waiting, make);
}

/** Creates the company here; in the same transaction the sign-up is deleted and its links are used. */
async function admitHere(installation: Installation, waiting: Waiting): Promise<Known> {
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
        finishWaiting(installation, waiting.id);
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
 * Creates the company in another cell. A repetition after a failure at any point finds it there by its origin. A sign-up that
 * replaced this one meanwhile ends too: its e-mail has an account now.
 */
async function admitElsewhere(
  installation: Installation,
  cell: number,
  waiting: Waiting,
  origin: Origin | null,
): Promise<Login | null> {
  const { system, secrets } = installation;
  const creation = { details: waiting, key: creationKey(secrets, waiting), appendsNumber: true };
  await createInCell(installation, cell, { ...creation, signIn: null });
  transaction(system, () => {
    if (!waitingById(installation, waiting.id)) throw confirmationCode("used");
    finishWaiting(installation, waiting.id);
  });
  if (origin === null) return null;
  const { login } = await createInCell(installation, cell, { ...creation, signIn: origin });
  return login && { ...login, cell };
}

function finishWaiting({ system }: Installation, id: number): void {
  markUsed(system, id);
  deleteWaiting(system, id);
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
