import { noteProvider } from "#audit/index.ts";
import { askForConfirmation, billingToken } from "#auth/index.ts";
import { ensureOpenInvoice, presentInvoice } from "#billing/index.ts";
import { createCompanyWithAdmin } from "#companies/index.ts";
import { offeredPlan } from "#plans/index.ts";
import { run, together } from "#platform/db/database.ts";
import { invalidFields } from "#platform/errors.ts";
import { addDays, dayAt } from "#platform/zone.ts";
import { installationSetting } from "#settings/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { checkEmailFree, ownerOf } from "#users/index.ts";
import type { SignedUp, SignupBody } from "./contract.ts";
import { signupDisabled } from "./errors.ts";

/** Days of the free trial (specification 001 section 9). */
const TRIAL_DAYS = 3;

/**
 * A stranger makes a company, in one breath or not at all: its row, its file with default settings and hours, its
 * admin, its first invoice. Nobody is signed in by it. Throws 403 ERR_SIGNUP_DISABLED, 400 ERR_VALIDATION (a plan that
 * is not on offer, a password the installation finds too short), 409 ERR_EMAIL_IN_USE, 409 ERR_NAME_IN_USE.
 */
export async function signUp(installation: Installation, body: SignupBody): Promise<SignedUp> {
  if (!installationSetting(installation, "allowSignup")) throw signupDisabled();
  if (!offeredPlan(installation.system, body.planId)) throw invalidFields({ planId: "invalid" });
  // Before a file is made for nothing; asked again when the e-mail is taken.
  checkEmailFree(installation, body.email);
  const today = dayAt(installation.clock.now(), installation.config.timeZone);
  const trialExpiration = addDays(today, TRIAL_DAYS);
  const { name, adminName = name, email, phone, planId } = body;
  const tenant = await createCompanyWithAdmin(
    installation,
    { name, email, phone, planId, dueDate: trialExpiration, trialExpiration, campaignsEnabled: true },
    { name: adminName, email, password: body.password },
  );
  try {
    return complete(tenant, body);
  } catch (error) {
    installation.tenants.discard(tenant.id);
    throw error;
  }
}

const NOTE = "INSERT INTO signup (company_id, referred_by, created_at) VALUES (?, ?, ?)";

function complete(tenant: Tenant, { name, email, companyId }: SignupBody): SignedUp {
  const { id, installation, clock } = tenant;
  const invoice = ensureOpenInvoice(installation, id);
  const owner = ownerOf(installation, email);
  if (!owner) throw new Error("the admin just made is not there");
  const token = billingToken(tenant, owner.userId);
  const confirmEmail = askForConfirmation(tenant, owner.userId, email);
  together(installation.system, () => {
    run(installation.system, NOTE, id, companyId || null, clock.now());
    noteProvider(installation, {
      who: "product",
      userId: null,
      name: "balcao",
      kind: "company",
      verb: "created",
      thingId: id,
      thing: name,
      companyId: id,
    });
  });
  return { id, name, email, token, confirmEmail, invoice: invoice ? presentInvoice(invoice) : null };
}
