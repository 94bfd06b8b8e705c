import { cellOfId, type DirectoryKey, type StoredEntry } from "#platform/cells.ts";
import { queryAll } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import * as sql from "./company.sql.ts";
import { FREED_BY_REMOVAL, readDirectoryKeys } from "./directory-keys.ts";
import type { Installation } from "./installation.ts";
import { leftCompanyIds } from "./moving/rows.ts";
import { PROVIDER_ID } from "./provider.ts";

/** A younger entry may be of a transaction that is not committed yet, ms. */
const MIN_AGE_MS = 10 * 60_000;
/** Companies per read. */
const PAGE = 500;

export interface SweepReport {
  /** Entries written for rows that had none. */
  readonly restored: number;
  /** Entries removed because they had no row. */
  readonly removed: number;
  /** Rows whose value another cell has. */
  readonly elsewhere: number;
  /** Companies that could not be opened or are served by another cell by now; their entries were kept. */
  readonly unread: number;
}

/** The companies of this cell as the sweep found them. */
interface Found {
  /** Fingerprints of the values that have a row. */
  readonly rows: ReadonlySet<number>;
  /** Companies that could not be opened, or that another cell serves by now. */
  readonly unread: ReadonlySet<number>;
  readonly inBin: ReadonlySet<number>;
  /** Companies that were moved to other cells. */
  readonly left: ReadonlySet<number>;
}

/**
 * Compares the directory with the rows of this cell (docs/rules/cells.md#directory): writes missing entries, and removes entries
 * without a row that are older than 10 minutes. Reads one company at a time and keeps two numbers for each value. Throws 503
 * ERR_NOT_DURABLE.
 */
export async function sweepDirectory(installation: Installation): Promise<SweepReport> {
  const { directory } = installation.cells;
  const found = await readCompanies(installation);
  const entries = new Map<number, number | null>();
  const withoutRow: StoredEntry[] = [];
  for await (const entry of directory.entriesOfCell()) {
    const print = fingerprint(entry.name);
    entries.set(print, entry.companyId);
    if (!found.rows.has(print) && !isKept(installation, found, entry)) withoutRow.push(entry);
  }
  const written = await writeMissing(installation, entries);
  // Last, because an entry under a former name counts until the one under its present name is written.
  let removed = 0;
  for (const entry of withoutRow) if (await directory.remove(entry)) removed += 1;
  mismatches.set(installation, written.elsewhere);
  await directory.noteFilled(written.elsewhere);
  return { ...written, removed, unread: found.unread.size };
}

const mismatches = new WeakMap<Installation, number>();

/** Rows whose value another cell has, as the last sweep of this process found them; 0 before the first one. */
export const directoryMismatches = (installation: Installation): number => mismatches.get(installation) ?? 0;

async function readCompanies(installation: Installation): Promise<Found> {
  const { directory } = installation.cells;
  const rows = new Set<number>();
  const unread = new Set<number>();
  const inBin = new Set<number>();
  for (const { id, isRemoved, isOwn } of companies(installation)) {
    if (id !== PROVIDER_ID && cellOfId(id) !== installation.cells.own)
      await installation.cells.moves?.restore(id);
    const keys = isOwn && !isRemoved ? readDirectoryKeys(installation, id) : null;
    if (isRemoved) inBin.add(id);
    else if (!keys) unread.add(id);
    for (const key of keys ?? []) rows.add(fingerprint(directory.nameOf(key)));
    await yieldToEventLoop("server");
  }
  return { rows, unread, inBin, left: leftCompanyIds(installation.system) };
}

/** Whether an entry without a row may still get one. */
function isKept({ clock }: Installation, { unread, inBin, left }: Found, entry: StoredEntry): boolean {
  const { companyId, kind, atMs } = entry;
  if (atMs > clock.now() - MIN_AGE_MS) return true;
  if (companyId === null) return false;
  // The entry that names its new cell is lost; that cell writes it again.
  if (left.has(companyId)) return true;
  return unread.has(companyId) || (inBin.has(companyId) && !FREED_BY_REMOVAL.includes(kind));
}

/** Reads the rows again: those that were written meanwhile have an entry already. */
async function writeMissing(
  installation: Installation,
  entries: ReadonlyMap<number, number | null>,
): Promise<Pick<SweepReport, "restored" | "elsewhere">> {
  const { cells, log } = installation;
  let restored = 0;
  let elsewhere = 0;
  const write = async (key: DirectoryKey, id: number) => {
    if (entries.get(fingerprint(cells.directory.nameOf(key))) === id) return;
    if (await cells.directory.restore(key, id)) restored += 1;
    else {
      elsewhere += 1;
      log.warn(
        { company: id, kind: key.kind },
        "another cell has a value of this company: it is not found here",
      );
    }
  };
  for (const { id, isRemoved, isOwn } of companies(installation)) {
    if (isRemoved || !isOwn) continue;
    for (const key of readDirectoryKeys(installation, id) ?? []) await write(key, id);
    await yieldToEventLoop("server");
  }
  return { restored, elsewhere };
}

/** The companies with files in this cell, also those in the bin. The provider's company is a copy in all cells but one. */
function* companies({ system, cells }: Installation) {
  let after = 0;
  for (;;) {
    const page = queryAll(system, sql.companiesAfter, { after, limit: PAGE });
    for (const { id, isRemoved } of page)
      yield { id, isRemoved: isRemoved === 1, isOwn: cells.ofCompany(id) === cells.own };
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}

/** 52 bits of a hash. A value that collides with another one only keeps an entry for longer. */
const fingerprint = (name: string): number => Number(BigInt.asUintN(52, BigInt(Bun.hash(name))));

const filling = new WeakSet<Installation>();

/**
 * Sweeps unless a sweep of this cell has ended since the directory was made (docs/rules/cells.md#first-fill). Entries alone prove
 * nothing, because the first super user and early requests write some before the rows were read. Called at the start of a cell, and
 * every minute while there are several, because the others answer unknown values with 503 until then. Never throws.
 */
export async function fillDirectory(installation: Installation): Promise<void> {
  const { cells, log } = installation;
  const { directory } = cells;
  if (!directory.isShared || filling.has(installation)) return;
  filling.add(installation);
  try {
    if (await directory.isFilled()) return;
    // A cell without companies has no rows that an entry could miss.
    if (companies(installation).next().done) await directory.noteFilled(0);
    else log.info(await sweepDirectory(installation), "directory filled from the rows of this cell");
  } catch (error) {
    log.warn({ err: error }, "directory not filled from the rows of this cell; repeated within a minute");
  } finally {
    filling.delete(installation);
  }
}

/** Fills the directory again when the servers have lost it, and when an earlier attempt failed. */
export const directoryFill = defineJob<Installation>({
  name: "directory_fill",
  every: "30 * * * * *",
  async run(installation) {
    if (installation.cells.all().length > 1) await fillDirectory(installation);
  },
});

/** Minutes after midnight at which cell 1 sweeps; each further cell one minute later, within an hour. */
const FIRST_MINUTE = 3 * 60 + 45;

/** The nightly sweep of a cell. Each one reads the whole directory from the servers, so cells do not begin at the same time. */
export function directorySweep(cell: number) {
  const minute = FIRST_MINUTE + ((cell - 1) % 60);
  return defineJob<Installation>({
    name: "directory_sweep",
    every: `0 ${minute % 60} ${Math.floor(minute / 60)} * * *`,
    async run(installation) {
      if (!installation.cells.directory.isShared) return;
      const report = await sweepDirectory(installation);
      installation.log.info(report, "directory swept");
    },
  });
}
