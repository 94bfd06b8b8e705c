import type { Installation } from "#tenants/installation.ts";
import type { ArchiveContent, CompanyImport, ImportReport } from "./contract.ts";
import { type ImportRow, receivedBytes } from "./rows.ts";

/** An import as the provider's page sees it. */
export function presentImport(installation: Installation, row: ImportRow): CompanyImport {
  return {
    id: row.id,
    state: row.state,
    fileName: row.fileName,
    size: row.sizeBytes,
    received: row.state === "uploading" ? receivedBytes(installation, row.id) : row.sizeBytes,
    content: row.content === null ? null : (JSON.parse(row.content) as ArchiveContent),
    done: row.doneBytes,
    total: row.totalBytes,
    // An earlier release counted nobody.
    report: row.report === null ? null : { erasedAgain: 0, ...(JSON.parse(row.report) as ImportReport) },
    trouble: row.trouble,
    error: row.error,
    startedAt: new Date(row.startedAt).toISOString(),
    finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt).toISOString(),
  };
}
