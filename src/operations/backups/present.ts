import type { UserCtx } from "#tenants/tenant.ts";
import type { CompanyExport } from "./contract.ts";
import { signExport } from "./exports/mount.ts";
import type { ExportRow } from "./exports/rows.ts";

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** An export for a response; the URL of the file is signed for the caller. */
export function presentExport({ tenant, actor }: UserCtx, row: ExportRow): CompanyExport {
  const { secrets, clock } = tenant.installation;
  const isThere = row.state === "done" && (row.expiresAt ?? 0) > clock.now();
  return {
    id: row.id,
    companyId: row.companyId,
    state: row.state,
    done: row.doneBytes,
    total: row.totalBytes,
    size: row.sizeBytes,
    startedAt: new Date(row.startedAt).toISOString(),
    finishedAt: instant(row.finishedAt),
    expiresAt: instant(row.expiresAt),
    url: isThere ? signExport(secrets, { exportId: row.id, userId: actor.id }, clock.now()) : null,
    error: row.error,
  };
}
