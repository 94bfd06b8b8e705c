import { CompanyChanged, CompanyDisabled } from "#accounts/companies/events.ts";
import { execute } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./lifecycle.sql.ts";

/** Maximum time to wait for running work to stop, ms; work that takes longer is not waited for. */
const PATIENCE_MS = 10_000;

/**
 * Disables a company and waits until its work has stopped. Undefined when its file cannot be opened, because then it
 * has no running work.
 */
export async function stopCompany(installation: Installation, id: number): Promise<Tenant | undefined> {
  const { system, tenants, bus, clock } = installation;
  execute(system, sql.deactivateCompany, { now: clock.now(), id });
  tenants.refresh(id);
  const tenant = openOrNone(installation, id);
  if (!tenant) return undefined;
  bus.emitAfter(tenant, CompanyChanged, { companyId: id, what: ["status"] });
  await endWork(installation, tenant);
  return tenant;
}

/** Stops all work of a company; waits at most ten seconds. */
export async function endWork({ bus }: Installation, tenant: Tenant): Promise<void> {
  const stopping: Promise<unknown>[] = [];
  bus.emitAfter(tenant, CompanyDisabled, {
    companyId: tenant.id,
    wait: (promise) => void stopping.push(promise),
  });
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, PATIENCE_MS).unref();
  });
  await Promise.race([Promise.allSettled(stopping), patience]);
}

function openOrNone({ tenants }: Installation, id: number): Tenant | undefined {
  try {
    return tenants.open(id);
  } catch {
    return undefined;
  }
}
