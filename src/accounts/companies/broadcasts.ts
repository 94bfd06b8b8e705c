import type { Installation } from "#tenants/installation.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { CompanyChanged } from "./events.ts";

/** Channel `company`: its pages read again what it bought and whether it may work. */
export function broadcastCompanies({ live, ports }: Installation): void {
  live.after(CompanyChanged, (tenant, { companyId }) =>
    ports.use(RealtimePort).publish(tenant.id, [
      {
        channel: "company",
        data: { action: "update", company: { id: companyId } },
        audience: "everyone",
      },
    ]),
  );
}
