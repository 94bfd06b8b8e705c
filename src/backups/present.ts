import type { Installation } from "#tenants/installation.ts";
import type { CompanyExport } from "./contract.ts";
import { signExport } from "./exports/links.ts";
import type { ExportRow } from "./exports/rows.ts";

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** An export as the provider's page sees it; the address of the file is made anew each time. */
export function presentExport({ secrets, clock }: Installation, row: ExportRow): CompanyExport {
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
    url: isThere ? signExport(secrets, row.id, clock.now()) : null,
    error: row.error,
  };
}
