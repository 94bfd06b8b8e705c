import { PROVIDER_ID } from "#accounts/companies/index.ts";
import { run } from "#platform/db/database.ts";
import type { Recurrence, Tenant, UserCtx } from "#tenants/tenant.ts";
import type { TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

/** For tests: a company with this due date and a plan of this price. */
export function payingCompany(
  app: TestApp,
  dueDate: string,
  fields: { readonly cents?: number; readonly recurrence?: Recurrence; readonly name?: string } = {},
): { readonly tenant: Tenant; readonly person: UserCtx } {
  const tenant = app.company(fields.name, { value_cents: fields.cents ?? 9990 });
  run(
    app.installation.system,
    "UPDATE company SET due_date = ?, recurrence = ?, email = 'dono@example.com' WHERE id = ?",
    dueDate,
    fields.recurrence ?? "monthly",
    tenant.id,
  );
  app.installation.tenants.refresh(tenant.id);
  return { tenant, person: testUser(tenant) };
}

/** For tests: a super user; creates the provider's company when there is none. */
export function superUser(app: TestApp, name = "Provedor"): UserCtx {
  const { tenants } = app.installation;
  const provider = tenants.exists(PROVIDER_ID) ? tenants.open(PROVIDER_ID) : app.company(name);
  const person = testUser(provider, { profile: "admin" });
  run(person.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", person.actor.id);
  return person;
}
