import { asksForConfirmation } from "#accounts/auth/index.ts";
import { cellWithRoom, checkCompanyNameFree, nameInUse } from "#accounts/companies/index.ts";
import { offeredPlan } from "#accounts/plans/index.ts";
import { installationSetting } from "#accounts/settings/index.ts";
import { checkEmailFree, emailInUse, hashChecked, loginKey } from "#accounts/users/index.ts";
import { transaction } from "#platform/db/database.ts";
import { invalidFields, planLimit } from "#platform/errors.ts";
import { networkOf } from "#platform/http/server/caller.ts";
import { companyNameKey } from "#tenants/company-rows.ts";
import type { Installation } from "#tenants/installation.ts";
import { isElsewhere } from "#tenants/reserve.ts";
import type { SignedUp, SignupBody } from "./contract.ts";
import { createInCell } from "./elsewhere.ts";
import { signupDisabled } from "./errors.ts";
import { mailLink } from "./links.ts";
import { openCompany } from "./open-company.ts";
import { presentSignedUp } from "./present.ts";
import { type SignupDetails, storeWaiting, type Waiting } from "./waiting.ts";

export interface SignUpResult {
  readonly answer: SignedUp;
  /** The sign-up that waits for its confirmation; null when the company was created at once. */
  readonly waiting: Waiting | null;
}

/**
 * A visitor signs up. Where e-mails are confirmed the sign-up is stored and a link is mailed; the company is created when
 * the link is confirmed (docs/rules/sign-up.md#waiting). Elsewhere the company is created at once. No session begins.
 * Throws 403 ERR_SIGNUP_DISABLED, 400 ERR_VALIDATION (a plan that is not on offer, a password that is too short),
 * 409 ERR_EMAIL_IN_USE, 409 ERR_NAME_IN_USE, 409 ERR_PLAN_LIMIT, 429 ERR_RATE_LIMIT, 503
 * ERR_NOT_DURABLE.
 */
export async function signUp(
  installation: Installation,
  body: SignupBody,
  address: string,
): Promise<SignUpResult> {
  const { system } = installation;
  if (!installationSetting(installation, "allowSignup")) throw signupDisabled();
  const plan = offeredPlan(system, body.planId);
  if (!plan) throw invalidFields({ planId: "invalid" });
  if (plan.users === 0) throw planLimit("users", 0, 0);
  checkEmailFree(installation, body.email);
  checkCompanyNameFree(system, body.name);
  // A sign-up that waits reserves nothing, so the visitor learns here what its confirmation would be refused for.
  if (await isElsewhere(installation, loginKey(body.email))) throw emailInUse();
  if (await isElsewhere(installation, companyNameKey(body.name))) throw nameInUse();
  const details = await detailsOf(installation, body);
  if (!asksForConfirmation(installation))
    return { answer: await createNow(installation, details), waiting: null };
  const waiting = transaction(system, () => {
    const stored = storeWaiting(installation, details, networkOf(address));
    mailLink(installation, stored);
    return stored;
  });
  const { companyName: name, email } = details;
  return { answer: { id: null, name, email, token: null, confirmEmail: true, invoice: null }, waiting };
}

/** Creates the company of a sign-up in the cell with the lowest load (docs/rules/cells.md#placement). */
async function createNow(installation: Installation, details: SignupDetails): Promise<SignedUp> {
  const cell = await cellWithRoom(installation, details.planId);
  if (cell === installation.cells.own) return presentSignedUp(await openCompany(installation, details));
  const creation = { details, key: null, appendsNumber: false, signIn: null };
  return (await createInCell(installation, cell, creation)).signedUp;
}

const detailsOf = async (installation: Installation, body: SignupBody): Promise<SignupDetails> => ({
  companyName: body.name,
  adminName: body.adminName ?? body.name,
  email: body.email,
  phone: body.phone,
  planId: body.planId,
  passwordHash: await hashChecked(installation, body.password),
  language: body.language,
  referredBy: body.companyId || null,
});
