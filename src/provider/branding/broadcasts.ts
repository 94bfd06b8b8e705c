import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { BrandChanged } from "./events.ts";
import { presentBrand } from "./present.ts";

/** Broadcasts on channel `brand` to the whole company; open pages update their brand. */
export function broadcastBrands({ bus }: Installation): void {
  bus.after(BrandChanged, publishBrand);
}

/** After a change of the provider's brand: broadcasts to every company with sockets. */
export function broadcastToCompanies({ tenants }: Installation): void {
  for (const tenant of tenants.openTenants()) publishBrand(tenant);
}

function publishBrand(tenant: Tenant): void {
  const data = { action: "update", record: presentBrand(tenant) };
  tenant.installation.ports
    .use(RealtimePort)
    .publish(tenant.id, [{ channel: "brand", data, audience: "everyone" }]);
}
