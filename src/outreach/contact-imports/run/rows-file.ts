import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { requireDisk } from "#channels/media/index.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** A row of the file: its row number and its cells. */
export interface SheetRow {
  readonly row: number;
  readonly cells: readonly string[];
}

const PIECE = 64 * 1024;
const NEWLINE = 0x0a;

const directoryOf = (tenant: Tenant): string => join(tenant.directory, "imports");

/**
 * Creates the path for the rows of an import, with its directory. Only one import runs at a time, so files left by
 * earlier imports are deleted. Throws 507 ERR_STORAGE_FULL.
 */
export async function newRowsFile(tenant: Tenant, importId: number): Promise<string> {
  await rm(directoryOf(tenant), { recursive: true, force: true });
  requireDisk(tenant.installation, 0);
  await mkdir(directoryOf(tenant), { recursive: true, mode: 0o700 });
  return rowsFile(tenant, importId);
}

export const rowsFile = (tenant: Tenant, importId: number): string =>
  join(directoryOf(tenant), `${importId}.jsonl`);

export const removeRowsFile = (tenant: Tenant, importId: number): Promise<void> =>
  rm(rowsFile(tenant, importId), { force: true });

/**
 * Reads at most `limit` rows from an offset, and returns the offset of the next one; only pieces of the file are in
 * memory. The headings do not count as a row.
 */
export function readRows(
  path: string,
  from: number,
  limit: number,
): { rows: SheetRow[]; next: number; end: boolean } {
  const file = openSync(path, "r");
  try {
    const size = fstatSync(file).size;
    const lines: string[] = [];
    let pending = Buffer.alloc(0);
    let at = from;
    let next = from;
    // The headings are read and skipped.
    const wanted = from === 0 ? limit + 1 : limit;
    while (lines.length < wanted && at < size) {
      const piece = Buffer.alloc(PIECE);
      const length = readSync(file, piece, 0, PIECE, at);
      if (length === 0) break;
      at += length;
      pending = Buffer.concat([pending, piece.subarray(0, length)]);
      for (
        let end = pending.indexOf(NEWLINE);
        end >= 0 && lines.length < wanted;
        end = pending.indexOf(NEWLINE)
      ) {
        lines.push(pending.toString("utf8", 0, end));
        next += end + 1;
        pending = pending.subarray(end + 1);
      }
    }
    const rows = (from === 0 ? lines.slice(1) : lines).map((line): SheetRow => {
      const [row, ...cells] = JSON.parse(line) as [number, ...string[]];
      return { row, cells };
    });
    return { rows, next, end: next >= size };
  } finally {
    closeSync(file);
  }
}
