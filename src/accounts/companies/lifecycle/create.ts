import { nameInUse } from "#accounts/companies/errors.ts";
import { nameClaim } from "#accounts/companies/names.ts";
import { dayOfMonth } from "#accounts/companies/period.ts";
import { DEFAULT_HOURS } from "#accounts/opening-hours/contract.ts";
import { writeSetting } from "#accounts/settings/index.ts";
import { isUniqueViolation } from "#platform/db/constraint.ts";
import type { Installation } from "#tenants/installation.ts";
import { type Reserved, withReserved } from "#tenants/reserve.ts";
import type { Recurrence, Tenant } from "#tenants/tenant.ts";

/** The provider's own company (docs/rules/companies.md#limits). */
export { PROVIDER_ID } from "#tenants/provider.ts";

export interface CompanyFields {
  readonly id?: number;
  readonly name: string;
  readonly planId: number;
  readonly email?: string;
  readonly phone?: string;
  /** `YYYY-MM-DD`; null = never expires. */
  readonly dueDate: string | null;
  readonly recurrence?: Recurrence;
  readonly active?: boolean;
  /** `YYYY-MM-DD`; only for companies created by a sign-up. */
  readonly trialExpiration?: string | null;
  readonly campaignsEnabled: boolean;
  /** Setting `language`; absent: its default. */
  readonly language?: "pt-BR" | "en" | "es";
}

/**
 * Creates a company without users, with its database and first settings. Checks no permissions: callers do. Throws 409
 * ERR_NAME_IN_USE.
 */
export const createCompany = (installation: Installation, fields: CompanyFields): Promise<Tenant> =>
  withReserved(
    installation,
    [nameClaim(fields.name)],
    ({ id }) => id,
    (reserved) => writeCompany(installation, reserved, fields),
  );

/**
 * Writes a company with its database and first settings, in one transaction with the rows written by `complete`. `reserved`
 * covers its name. Throws 409 ERR_NAME_IN_USE, and what `complete` throws.
 */
export function writeCompany(
  installation: Installation,
  reserved: Reserved,
  fields: CompanyFields,
  complete?: (tenant: Tenant) => void,
): Tenant {
  const { campaignsEnabled, language, ...company } = fields;
  const row = {
    email: "",
    phone: "",
    recurrence: "monthly" as const,
    active: true,
    billingDay: company.dueDate === null ? null : dayOfMonth(company.dueDate),
    ...company,
    schedules: DEFAULT_HOURS,
  };
  try {
    return installation.tenants.create(row, reserved, (tenant) => {
      writeSetting(tenant, "campaignsEnabled", String(campaignsEnabled));
      writeSetting(tenant, "timeZone", installation.config.timeZone);
      if (language) writeSetting(tenant, "language", language);
      complete?.(tenant);
    });
  } catch (error) {
    if (isUniqueViolation(error, "company.name")) throw nameInUse();
    throw error;
  }
}
