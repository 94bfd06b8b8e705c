import type { Installation } from "#tenants/installation.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { ReportFileChanged } from "./events.ts";
import { fileById, presentFile } from "./files/queries.ts";

/** Channel `report`: sends the progress of a file to the pages of its user only (docs/rules/realtime.md#channels). */
export function broadcastFiles({ live, ports }: Installation): void {
  live.after(ReportFileChanged, (tenant, { fileId, userId }) => {
    const file = fileById(tenant.db, fileId);
    if (!file) return;
    ports.use(RealtimePort).publish(tenant.id, [
      {
        channel: "report",
        data: { action: "update", file: presentFile(file) },
        audience: (viewer) => viewer.id === userId,
      },
    ]);
  });
}
