import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { fillIndex } from "#platform/db/late-index.ts";
import { OperatorError } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { loadCompany } from "./company.ts";
import { Cancelled } from "./context.ts";
import { IGNORED, TABLES } from "./dump/tables.ts";
import { dumpFiles, readDump } from "./files.ts";
import { companyFor, loadShared, type Shared } from "./installation.ts";
import { Media } from "./media.ts";
import { createRefs } from "./refs.ts";
import type { CompanyReport, ImportReport } from "./report.ts";
import { Staging } from "./staging.ts";

export interface ImportOptions {
  /** A `.sql` file, or a folder of `.csv` and `.sql` files. */
  readonly path: string;
  /** The old system's `public` folder. */
  readonly media: string | null;
  /** Import the only company of the dump into this one; null = create a company for each. */
  readonly into: number | null;
  /** Ids in the dump of the companies to import; empty = all. */
  readonly only: readonly string[];
  /** Name of the company when the dump has none. */
  readonly name: string;
  /** Name of the old installation: equal ids in dumps of different installations are different rows. */
  readonly source: string;
  /** Time zone or offset of the dump's local times. */
  readonly zone: string;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** `reading` counts bytes of the dump, `storing` rows. */
export interface Progress {
  readonly phase: "reading" | "sorting" | "storing";
  readonly done: number;
  readonly total: number;
}

const PREFIX = "import-";

/** Removes the files that a killed run left in the data directory. */
export function sweepImports(dataDirectory: string): void {
  for (const name of readdirSync(dataDirectory))
    if (name.startsWith(PREFIX)) rmSync(join(dataDirectory, name), { recursive: true, force: true });
}

/**
 * Imports a dump of the Whaticket family into an installation that is not in use meanwhile. Every batch is one
 * transaction: after a kill or a cancel, the next run continues. Throws OperatorError, and SyntaxError for a dump that
 * cannot be read.
 */
export async function importWhaticket(
  installation: Installation,
  options: ImportOptions,
): Promise<ImportReport> {
  const began = performance.now();
  const report = emptyReport(options);
  const staging = new Staging(join(installation.dataDirectory, `${PREFIX}${randomUUID()}`), options.zone);
  try {
    await readAll(staging, options);
    const companies = chosen(staging, options);
    const total = companies.reduce(
      (sum, company) => sum + TABLES.reduce((rows, { kind }) => rows + staging.count(kind, company), 0),
      0,
    );
    let done = 0;
    const onRows = (rows: number) => {
      done += rows;
      options.onProgress({ phase: "storing", done, total });
    };
    // Company 1 is the provider's own (docs/rules/companies.md#limits), even when others are imported first.
    await ensureProviderCompany(installation, "Balcão");
    const shared: Shared = { installation, staging, source: options.source, zone: options.zone, report };
    if (options.into === null) loadShared(shared);
    for (const company of companies) await bring(shared, company, options, onRows);
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    report.state = "cancelled";
  } finally {
    addSkipped(report, staging);
    staging.close();
    report.seconds = Math.round((performance.now() - began) / 100) / 10;
  }
  return report;
}

async function readAll(staging: Staging, { path, signal, onProgress }: ImportOptions): Promise<void> {
  const files = dumpFiles(path);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const onBytes = (bytes: number) => {
    done += bytes;
    onProgress({ phase: "reading", done, total });
    if (signal.aborted) throw new Cancelled();
  };
  for await (const row of readDump(files, onBytes)) staging.take(row);
  if (staging.read.size === 0) throw new OperatorError(`${path} holds no table of the Whaticket family`);
  staging.settle((step, of) => onProgress({ phase: "sorting", done: step, total: of }));
}

function chosen(staging: Staging, { only, into }: ImportOptions): readonly string[] {
  const there = staging.companies();
  const missing = only.filter((id) => !there.includes(id));
  if (missing.length > 0)
    throw new OperatorError(`the dump has no company ${missing.join(", ")}; it has ${there.join(", ")}`);
  const companies = only.length > 0 ? there.filter((id) => only.includes(id)) : there;
  if (into !== null && companies.length > 1)
    throw new OperatorError(`the dump has the companies ${there.join(", ")}: choose one with --only`);
  return companies;
}

async function bring(
  shared: Shared,
  company: string,
  options: ImportOptions,
  onRows: (rows: number) => void,
): Promise<void> {
  const { installation, staging, report } = shared;
  const notes: CompanyReport = {
    externalId: company,
    companyId: null,
    name: options.name,
    tables: {},
    problems: [],
    overPlan: [],
  };
  report.companies.push(notes);
  const tenant = await tenantFor(shared, company, options);
  notes.companyId = tenant.id;
  notes.name = tenant.company.name;
  const release = tenant.keepOpen();
  // Mapped pages count as memory of the process, and writes to the indexes touch most pages.
  tenant.db.$client.pragma("mmap_size = 0");
  tenant.db.$client.pragma("cache_size = -32768");
  try {
    const refs = createRefs(tenant.db, options.source);
    const media = new Media(tenant, { folder: options.media, company, refs, files: report.files });
    const { zone, signal } = options;
    await loadCompany(
      { tenant, staging, company, refs, report: notes, media, zone, signal, onRows },
      options.source,
    );
    fillIndex(tenant.db, "contact");
    fillIndex(tenant.db, "message");
  } finally {
    release();
    installation.tenants.closeIdle(-1);
  }
}

async function tenantFor(shared: Shared, company: string, { into, name }: ImportOptions): Promise<Tenant> {
  if (into === null) return companyFor(shared, company, name);
  const { tenants } = shared.installation;
  if (!tenants.exists(into)) throw new OperatorError(`there is no company ${into}`);
  return tenants.open(into);
}

const emptyReport = ({ source, dryRun }: ImportOptions): ImportReport => ({
  source,
  dryRun,
  state: "done",
  installation: { tables: {}, problems: [] },
  companies: [],
  ignoredTables: {},
  ignoredColumns: {},
  orphans: {},
  misshapen: {},
  garbled: {},
  files: { copied: 0, shared: 0, missing: 0, bytes: 0 },
  seconds: 0,
});

/** Adds tables, columns and rows that were not imported to the report. */
function addSkipped(report: ImportReport, staging: Staging): void {
  report.ignoredTables = Object.fromEntries(
    [...staging.unknownTables].filter(([name]) => !IGNORED.has(name.toLowerCase())),
  );
  report.ignoredColumns = Object.fromEntries(
    [...staging.unknownColumns].map(([table, columns]) => [table, [...columns].sort()]),
  );
  report.orphans = staging.orphans();
  report.misshapen = Object.fromEntries(staging.misshapen);
  report.garbled = Object.fromEntries(staging.garbled);
}
