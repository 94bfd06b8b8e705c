import type { Installation } from "#tenants/installation.ts";
import type { ArchiveContent, CompanyImport, ImportAnswer, ImportReport } from "./contract.ts";
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

/** The import that the page shows, of those of all cells: one that is not finished, otherwise the newest. */
export function shownImport(parts: readonly ImportAnswer[]): CompanyImport | null {
  const imports = parts.flatMap((part) => part.import ?? []);
  const newest = imports.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
  return newest.find(({ finishedAt }) => finishedAt === null) ?? newest[0] ?? null;
}

/** An earlier release did not count people who were erased again. */
const readReport = (stored: string): ImportReport => {
  const report = JSON.parse(stored) as Omit<ImportReport, "erasedAgain"> & Partial<ImportReport>;
  return { ...report, erasedAgain: report.erasedAgain ?? 0 };
};
