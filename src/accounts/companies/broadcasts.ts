import type { Installation } from "#tenants/installation.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { CompanyChanged } from "./events.ts";

/** Broadcasts on channel `company`: pages reload the plan and the state of the company. */
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
