import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { ImportChanged, ImportFinished } from "./events.ts";
import { presentSummary } from "./present.ts";
import { importById } from "./queries.ts";

/** Channel `contactImport`, to the whole company like the contacts; the end is a notice to whoever began it. */
export function deliverImports({ bus, ports }: Installation): void {
  bus.after(ImportChanged, (tenant, { importId }) => {
    const row = importById(tenant.db, importId);
    const data = row ? { action: "update", record: presentSummary(row) } : { action: "delete", id: importId };
    publish(tenant, "contactImport", data, null);
  });
  bus.after(ImportFinished, (tenant, { importId, userId }) => {
    const row = importById(tenant.db, importId);
    if (!row || userId === null) return;
    const { created, updated, duplicates, invalid } = row;
    const details = { importId, name: row.fileName, created, updated, duplicates, invalid };
    publish(tenant, "notice", { action: "create", code: "contact_import_done", details }, userId);
  });

  function publish(
    tenant: Tenant,
    channel: string,
    data: { readonly action: string } & Record<string, unknown>,
    userId: number | null,
  ): void {
    ports
      .use(RealtimePort)
      .publish(tenant.id, [
        { channel, data, audience: userId === null ? "everyone" : (viewer) => viewer.id === userId },
      ]);
  }
}
