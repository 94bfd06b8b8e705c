import * as v from "valibot";
import { listSettings, timeZoneOf } from "#accounts/settings/index.ts";
import { notFound } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import { isOnHold } from "#tenants/on-hold.ts";
import type { Company, Plan, UserCtx } from "#tenants/tenant.ts";
import { BrandPort } from "./brand-port.ts";
import {
  type CompanyAnswer,
  type CompanyWithPlan,
  MB_OF_GB,
  PayerAddress,
  type PricedPlan,
  type SessionCompany,
  type Usage,
  WIRE_RECURRENCE,
} from "./contract.ts";
import { digestOf } from "./digest.ts";
import { heldIds } from "./lifecycle/hold.ts";
import { requireCompany } from "./queries.ts";

/**
 * The company in the session of this user: plan, billing, and the settings that the user may read. Only admins get
 * the payment address. See docs/rules/security.md#session-company.
 */
export function presentSessionCompany(ctx: UserCtx): SessionCompany {
  const { company } = ctx.tenant;
  const { id, name, email, dueDate, trialExpiration, plan } = company;
  return {
    id,
    name,
    email,
    recurrence: WIRE_RECURRENCE[company.recurrence],
    payer: ctx.actor.profile === "admin" ? payerAddressOf(company) : null,
    dueDate,
    trialExpiration,
    heldSince: ctx.actor.profile === "admin" ? heldSince(company) : null,
    heldCompanies: heldCompanies(ctx),
    timeZone: timeZoneOf(ctx.tenant),
    plan: presentSold(plan),
    brand: ctx.tenant.installation.ports.use(BrandPort).shown(ctx.tenant),
    settings: [...listSettings(ctx)],
  };
}

function heldCompanies({ actor, tenant: { installation } }: UserCtx): number | null {
  if (!actor.super) return 0;
  return installation.cells.all().length > 1 ? null : heldIds(installation).length;
}

const heldSince = (company: Company): string | null =>
  isOnHold(company) && company.restoredAt !== null ? new Date(company.restoredAt).toISOString() : null;

/** The payment address without the CPF or CNPJ, which only the payment dialog needs. */
function payerAddressOf({ address }: Company): PayerAddress | null {
  const read = v.safeParse(PayerAddress, address);
  return read.success ? read.output : null;
}

/** Limits and features of a plan; storage in GB with at most two decimals. */
function presentSold({ storageMb, valueCents: _, ...plan }: Plan) {
  return { ...plan, storageGb: Math.round((storageMb * 100) / MB_OF_GB) / 100 };
}

/** A plan with its price in reais. */
export const presentPlan = (plan: Plan): PricedPlan => ({
  ...presentSold(plan),
  value: plan.valueCents / 100,
});

/** A company as the provider sees it. */
export function presentCompany(installation: Installation, company: Company): CompanyAnswer {
  const digest = digestOf(installation, company.id);
  const campaignsEnabled = digest?.campaignsEnabled ?? false;
  return {
    ...presentRef(company),
    email: company.email,
    phone: company.phone,
    plan: presentPlan(company.plan),
    recurrence: WIRE_RECURRENCE[company.recurrence],
    campaignsEnabled,
    settings: [{ key: "campaignsEnabled", value: String(campaignsEnabled) }],
    trialExpiration: company.trialExpiration,
    createdAt: new Date(company.createdAt).toISOString(),
    usage: digest ? usageOf(digest) : null,
  };
}

const usageOf = ({ users, connections, queues, storage }: Usage): Usage => ({
  users,
  connections,
  queues,
  storage,
});

/** A company for pickers. */
export const presentRef = ({ id, name, plan, active, dueDate }: Company) => ({
  id,
  name,
  planId: plan.id,
  status: active,
  dueDate,
});

/** A company with its plan; only super users read other companies. Throws 404 ERR_NOT_FOUND. */
export function companyWithPlan(
  { tenant, actor }: UserCtx,
  id: number,
): v.InferOutput<typeof CompanyWithPlan> {
  if (id !== tenant.id && !actor.super) throw notFound();
  const company = requireCompany(tenant.installation, id);
  return { ...presentRef(company), email: company.email, plan: presentPlan(company.plan) };
}
