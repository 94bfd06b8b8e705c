import {
  type CreateCompanyBody,
  recurrenceNamed,
  type UpdateCompanyBody,
} from "#accounts/companies/contract.ts";
import { storeDigest, storeDigestWith } from "#accounts/companies/digest.ts";
import { CompanyAdded, DueDateMoved } from "#accounts/companies/events.ts";
import { isSameName, nameClaim, withFreeName } from "#accounts/companies/names.ts";
import { addPeriod, dayOfMonth } from "#accounts/companies/period.ts";
import { awaitPlan } from "#accounts/companies/placement.ts";
import { planExists, requireCompany } from "#accounts/companies/queries.ts";
import { writeSetting } from "#accounts/settings/index.ts";
import { addDays, dayAt } from "#platform/dates.ts";
import { transaction } from "#platform/db/database.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import { type Claim, type Reserved, withReserved } from "#tenants/reserve.ts";
import type { Company, Tenant, UserCtx } from "#tenants/tenant.ts";
import { changeCompany } from "./change.ts";
import { type CompanyFields, PROVIDER_ID, writeCompany } from "./create.ts";

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
  /** To reserve the e-mail of an admin before `add`. */
  claim(email: string): Claim;
  /**
   * Synchronous, because it runs in the transaction that creates the company. `reserved` covers the e-mail. Throws 409
   * ERR_EMAIL_IN_USE, 409 ERR_PLAN_LIMIT.
   */
  add(tenant: Tenant, reserved: Reserved, admin: FirstAdmin): void;
}
export const FirstAdminPort = definePort<FirstAdmins>("first admin");

/** Days of the first period of a company that is created without a due date. */
const FIRST_PERIOD_DAYS = 30;

/**
 * Creates a company, its database, its first admin and the rows written by `complete` in one transaction of the
 * system file: after a failure or a kill there is all of it or nothing. `write`: the caller's transaction. `appendsNumber`: when
 * another company has the name, this one gets a number. Throws 409 ERR_NAME_IN_USE, 409 ERR_EMAIL_IN_USE, 409 ERR_PLAN_LIMIT,
 * 400 ERR_VALIDATION.
 */
export async function createCompanyWithAdmin(
  installation: Installation,
  fields: CompanyFields,
  admin: FirstAdmin,
  options: {
    readonly write?: Tenant["writeSystem"];
    readonly complete?: (tenant: Tenant) => void;
    readonly appendsNumber?: boolean;
  } = {},
): Promise<Tenant> {
  const { system, ports } = installation;
  const { write = (work) => transaction(system, work), complete, appendsNumber = false } = options;
  const admins = ports.use(FirstAdminPort);
  const make = (reserved: Reserved, name: string) => {
    if (!planExists(system, fields.planId)) throw invalidFields({ planId: "invalid" });
    return write(
      () =>
        writeCompany(installation, reserved, { ...fields, name }, (tenant) => {
          admins.add(tenant, reserved, admin);
          storeDigest(tenant);
          complete?.(tenant);
        }).company,
    );
  };
  const claims = [admins.claim(admin.email)];
  const idOf = ({ id }: Company) => id;
  const { name } = fields;
  const made = appendsNumber
    ? await withFreeName(installation, name, claims, idOf, make)
    : await withReserved(installation, [nameClaim(name), ...claims], idOf, (reserved) =>
        make(reserved, name),
      );
  return installation.tenants.open(made.id);
}

/** Super users create companies. Throws 403 ERR_NO_PERMISSION, and as `createCompanyWithAdmin`. */
export async function addCompany({ tenant, actor }: UserCtx, body: CreateCompanyBody): Promise<Company> {
  if (!actor.super) throw noPermission();
  const { installation } = tenant;
  const today = dayAt(installation.clock.now(), installation.config.timeZone);
  const passwordHash = await installation.ports.use(FirstAdminPort).hash(installation, body.password);
  await awaitPlan(installation, body.planId);
  const made = await createCompanyWithAdmin(
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
export async function updateCompany(ctx: UserCtx, id: number, body: UpdateCompanyBody): Promise<Company> {
  if (!ctx.actor.super) throw noPermission();
  const { installation } = ctx.tenant;
  const { name } = requireCompany(installation, id);
  const claims = body.name === undefined || isSameName(body.name, name) ? [] : [nameClaim(body.name)];
  return withReserved(installation, claims, id, (reserved) => writeUpdate(ctx, reserved, id, body));
}

function writeUpdate({ tenant }: UserCtx, reserved: Reserved, id: number, body: UpdateCompanyBody): Company {
  const { installation } = tenant;
  const before = requireCompany(installation, id);
  const { campaignsEnabled, status, name, ...rest } = body;
  const change = {
    ...rest,
    ...(name !== undefined && { name: { text: name, reserved } }),
    active: status,
    recurrence: recurrenceNamed(body.recurrence),
  };
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
