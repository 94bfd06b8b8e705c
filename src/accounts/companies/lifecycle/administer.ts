import {
  type CreateCompanyBody,
  recurrenceNamed,
  type UpdateCompanyBody,
} from "#accounts/companies/contract.ts";
import { storeDigest, storeDigestWith } from "#accounts/companies/digest.ts";
import { CompanyAdded, DueDateMoved } from "#accounts/companies/events.ts";
import { addPeriod, dayOfMonth } from "#accounts/companies/period.ts";
import { planExists, requireCompany } from "#accounts/companies/queries.ts";
import { writeSetting } from "#accounts/settings/index.ts";
import { addDays, dayAt } from "#platform/dates.ts";
import { transaction } from "#platform/db/database.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Company, Tenant, UserCtx } from "#tenants/tenant.ts";
import { type CompanyChange, changeCompany } from "./change.ts";
import { type CompanyFields, createCompany, PROVIDER_ID } from "./create.ts";

/** The first admin of a new company. */
export interface FirstAdmin {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** Creates the first admin of a company; implemented by the users feature. */
export interface FirstAdmins {
  /** Hashes a password. Throws 400 ERR_VALIDATION when it is shorter than the installation requires. */
  hash(installation: Installation, password: string): Promise<string>;
  /**
   * Synchronous, because it runs in the transaction that creates the company. Throws 409 ERR_EMAIL_IN_USE, 409
   * ERR_PLAN_LIMIT.
   */
  add(tenant: Tenant, admin: FirstAdmin): void;
}
export const FirstAdminPort = definePort<FirstAdmins>("first admin");

/** Days of the first period of a company that is created without a due date. */
const FIRST_PERIOD_DAYS = 30;

/**
 * Creates a company, its database, its first admin and the rows written by `complete` in one transaction of the
 * system file: after a failure or a kill there is all of it or nothing. `write`: the caller's transaction. Throws 409
 * ERR_NAME_IN_USE, 409 ERR_EMAIL_IN_USE, 409 ERR_PLAN_LIMIT, 400 ERR_VALIDATION.
 */
export function createCompanyWithAdmin(
  installation: Installation,
  fields: CompanyFields,
  admin: FirstAdmin,
  options: {
    readonly write?: Tenant["writeSystem"];
    readonly complete?: (tenant: Tenant) => void;
  } = {},
): Tenant {
  const { system, ports } = installation;
  const { write = (work) => transaction(system, work), complete } = options;
  if (!planExists(system, fields.planId)) throw invalidFields({ planId: "invalid" });
  const made = write(
    () =>
      createCompany(installation, fields, (tenant) => {
        ports.use(FirstAdminPort).add(tenant, admin);
        storeDigest(tenant);
        complete?.(tenant);
      }).company,
  );
  return installation.tenants.open(made.id);
}

/** Super users create companies. Throws 403 ERR_NO_PERMISSION, and as `createCompanyWithAdmin`. */
export async function addCompany({ tenant, actor }: UserCtx, body: CreateCompanyBody): Promise<Company> {
  if (!actor.super) throw noPermission();
  const { installation } = tenant;
  const today = dayAt(installation.clock.now(), installation.config.timeZone);
  const passwordHash = await installation.ports.use(FirstAdminPort).hash(installation, body.password);
  const made = createCompanyWithAdmin(
    installation,
    {
      name: body.name,
      email: body.email,
      phone: body.phone ?? "",
      planId: body.planId,
      dueDate: body.dueDate ?? addDays(today, FIRST_PERIOD_DAYS),
      recurrence: recurrenceNamed(body.recurrence) ?? "monthly",
      active: body.status ?? true,
      campaignsEnabled: body.campaignsEnabled ?? true,
    },
    {
      name: body.adminName ?? body.name.slice(0, 50),
      email: body.adminEmail ?? body.email,
      passwordHash,
    },
    { write: tenant.writeSystem },
  );
  installation.bus.emitAfter(made, CompanyAdded, { companyId: made.id });
  return made.company;
}

/**
 * Super users change companies. The provider's own cannot be disabled and never expires. Throws 403
 * ERR_NO_PERMISSION, 404 ERR_NOT_FOUND, 409 ERR_NAME_IN_USE, 400 ERR_VALIDATION.
 */
export function updateCompany({ tenant, actor }: UserCtx, id: number, body: UpdateCompanyBody): Company {
  if (!actor.super) throw noPermission();
  const { installation } = tenant;
  const before = requireCompany(installation, id);
  const { campaignsEnabled, status, ...rest } = body;
  const change: CompanyChange = { ...rest, active: status, recurrence: recurrenceNamed(body.recurrence) };
  if (id === PROVIDER_ID) {
    if (status === false) throw noPermission();
    if (body.dueDate) throw invalidFields({ dueDate: "invalid" });
  } else if (body.dueDate === null) throw invalidFields({ dueDate: "required" });
  const changed = installation.tenants.open(id);
  // The change writes to the system file and to the company file. The audit entries of both are written before the
  // company file is changed.
  const company = changeCompany(installation, id, change, (work) =>
    tenant.writeSystem(() => {
      const written = work();
      if (campaignsEnabled !== undefined) storeDigestWith(changed, campaignsEnabled);
      return written;
    }),
  );
  announceDueDate(installation, before);
  if (campaignsEnabled !== undefined) writeSetting(changed, "campaignsEnabled", String(campaignsEnabled));
  return company;
}

/**
 * `+Vencimento`: moves the due date by one period (docs/rules/companies.md#calls). `seen` is the due date on the
 * caller's page, so that a double click moves it once. Throws 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND, 400
 * ERR_VALIDATION for a company that never expires.
 */
export function advanceDueDate({ tenant, actor }: UserCtx, id: number, seen: string): Company {
  if (!actor.super) throw noPermission();
  const { installation } = tenant;
  const company = requireCompany(installation, id);
  if (company.dueDate === null) throw invalidFields({ dueDate: "invalid" });
  if (company.dueDate !== seen) return company;
  const billingDay = company.billingDay ?? dayOfMonth(company.dueDate);
  const dueDate = addPeriod(company.dueDate, company.recurrence, billingDay);
  const moved = changeCompany(installation, id, { dueDate, billingDay }, tenant.writeSystem);
  announceDueDate(installation, company);
  return moved;
}

function announceDueDate({ tenants, bus }: Installation, { id, dueDate: from }: Company): void {
  const tenant = tenants.open(id);
  if (tenant.company.dueDate !== from) bus.emitAfter(tenant, DueDateMoved, { companyId: id, from });
}
