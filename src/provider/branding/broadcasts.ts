import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { BrandChanged } from "./events.ts";
import { presentBrand } from "./present.ts";

/** Channel `brand`: to everybody of the company, whose open pages change their looks. */
export function broadcastBrands({ bus }: Installation): void {
  bus.after(BrandChanged, tell);
}

/** The provider's brand is another one: every company hears what it sees now; those that sleep have nobody to tell. */
export function broadcastToCompanies({ tenants }: Installation): void {
  for (const tenant of tenants.openTenants()) tell(tenant);
}

function tell(tenant: Tenant): void {
  const data = { action: "update", record: presentBrand(tenant) };
  tenant.installation.ports
    .use(RealtimePort)
    .publish(tenant.id, [{ channel: "brand", data, audience: "everyone" }]);
}
