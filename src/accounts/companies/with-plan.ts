import type * as v from "valibot";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { CompanyWithPlan } from "./contract.ts";
import { presentPlan, presentRef } from "./present.ts";
import { requireCompany } from "./queries.ts";

/** A company with its plan; only super users read other companies. Throws 404 ERR_NOT_FOUND. */
export function companyWithPlan(
  { tenant, actor }: UserCtx,
  id: number,
): v.InferOutput<typeof CompanyWithPlan> {
  if (id !== tenant.id && !actor.super) throw notFound();
  const company = requireCompany(tenant.installation, id);
  return { ...presentRef(company), email: company.email, plan: presentPlan(company.plan) };
}
