import { auditProvider } from "#accounts/audit/index.ts";
import { ensureOpenInvoice } from "#accounts/billing/index.ts";
import { createCompanyWithAdmin } from "#accounts/companies/index.ts";
import { addDays, dayAt } from "#platform/dates.ts";
import { execute } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./signup.sql.ts";
import type { SignupDetails } from "./waiting.ts";

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
  options: {
    readonly complete?: () => void;
    readonly appendsNumber?: boolean;
    /** By which a repetition finds the company. */
    readonly origin?: string | null;
  } = {},
): Promise<Tenant> {
  const { system, clock, config } = installation;
  const { complete, appendsNumber = false, origin = null } = options;
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
        execute(system, sql.insertSignup, { id, referredBy: details.referredBy, origin, now: clock.now() });
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
