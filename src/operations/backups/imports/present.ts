import type { Installation } from "#tenants/installation.ts";
import type { ArchiveContent, CompanyImport, ImportReport } from "./contract.ts";
import { type ImportRow, receivedBytes } from "./rows.ts";

/** An import as shown on the provider's page. */
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
    report: row.report === null ? null : readReport(row.report),
    trouble: row.trouble,
    error: row.error,
    startedAt: new Date(row.startedAt).toISOString(),
    finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt).toISOString(),
  };
}

/** An earlier release did not count people who were erased again. */
const readReport = (stored: string): ImportReport => {
  const report = JSON.parse(stored) as Omit<ImportReport, "erasedAgain"> & Partial<ImportReport>;
  return { ...report, erasedAgain: report.erasedAgain ?? 0 };
};
