import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort, type ViewerBroadcast } from "#tenants/viewer.ts";
import { ImportChanged, ImportFinished } from "./events.ts";
import { canSee } from "./policy.ts";
import { presentSummary } from "./present.ts";
import { importById } from "./queries.ts";

/** Channel `contactImport`, to the users who see the import; its end is a notice to the user who started it. */
export function broadcastImports({ live, ports }: Installation): void {
  live.after(ImportChanged, (tenant, { importId }) => {
    const row = importById(tenant.db, importId);
    const data = row ? { action: "update", record: presentSummary(row) } : { action: "delete", id: importId };
    publish(tenant, "contactImport", data, row ? (viewer) => canSee(viewer, row) : "everyone");
  });
  live.after(ImportFinished, (tenant, { importId, userId }) => {
    const row = importById(tenant.db, importId);
    if (!row || userId === null) return;
    const { created, updated, duplicates, invalid } = row;
    const { fileName: name, contactListId } = row;
    const details = { importId, name, created, updated, duplicates, invalid, contactListId };
    const data = { action: "create", code: "contact_import_done", details };
    publish(tenant, "notice", data, (viewer) => viewer.id === userId);
  });

  function publish(
    tenant: Tenant,
    channel: string,
    data: { readonly action: string } & Record<string, unknown>,
    audience: ViewerBroadcast["audience"],
  ): void {
    ports.use(RealtimePort).publish(tenant.id, [{ channel, data, audience }]);
  }
}
