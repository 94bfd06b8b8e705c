import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort, type Viewer } from "#tenants/viewer.ts";
import { FileListCreated, FileListDeleted, FileListUpdated } from "./events.ts";
import { presentFileList } from "./present.ts";
import { findFileList } from "./queries.ts";

const isAdmin = ({ profile }: Viewer): boolean => profile === "admin";

/** Channel `file`: to admins, who may read file lists. */
export function broadcastFileLists({ live, ports }: Installation): void {
  const publish = (tenant: Tenant, action: "create" | "update", fileListId: number) => {
    const row = findFileList(tenant.db, fileListId);
    if (!row) return;
    const record = presentFileList(tenant, row);
    const data = { action, record, file: record };
    ports.use(RealtimePort).publish(tenant.id, [{ channel: "file", data, audience: isAdmin }]);
  };
  live.after(FileListCreated, (tenant, { fileListId }) => publish(tenant, "create", fileListId));
  live.after(FileListUpdated, (tenant, { fileListId }) => publish(tenant, "update", fileListId));
  live.after(FileListDeleted, (tenant, { fileListId: id }) => {
    ports
      .use(RealtimePort)
      .publish(tenant.id, [{ channel: "file", data: { action: "delete", id }, audience: isAdmin }]);
  });
}
