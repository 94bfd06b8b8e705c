import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DurabilityError } from "#platform/db/durability/durability.ts";
import { changeCount } from "#platform/db/open.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { type ChangeNotes, noteChanges } from "#platform/db/table-triggers.ts";
import type { SharedPart, SharedRows } from "#platform/shared-rows.ts";
import type { Installation } from "#tenants/installation.ts";
import { PROVIDER_ID } from "#tenants/provider.ts";
import type { Tenant } from "#tenants/tenant.ts";
import {
  nameOfFile,
  partOfTable,
  pathOfFile,
  type RowsPart,
  rowsPartsOf,
  type Shared,
  watchedTables,
} from "./parts.ts";
import * as sql from "./shared.sql.ts";
import { encodeValue, hashOf, rowsOf, type TableValue } from "./value.ts";

/**
 * What is stored is compared with what must be stored at least this often, ms: the servers may have lost it, and another program may
 * have written to the file of the provider's company.
 */
const CHECK_MS = 60_000;

interface Publisher {
  readonly installation: Installation;
  readonly rows: SharedRows;
  readonly shared: Shared;
  readonly sources: readonly RowsPart[];
  readonly notes: ChangeNotes;
  readonly hashes: Map<string, string>;
  /** Encoded rows that are not stored yet, by the name of their part. */
  readonly unstored: Map<string, Uint8Array>;
  /** Names of the files that the rows of a table name. */
  readonly files: Map<string, readonly string[]>;
  /** The provider's company when its rows were read last. */
  provider: { readonly tenant: Tenant | undefined; readonly changes: number };
  isPublished: boolean;
  /** Whether this process has announced a version: the first one is sealed with its key. */
  hasAnnounced: boolean;
  checkedAtMs: number;
}

/** Publishes the shared rows of the home cell (docs/rules/cells.md#shared-rows). */
export interface SharingStep {
  /** One step. False: the servers did not answer, or lack something. Call it again only after it has settled. */
  run(): Promise<boolean>;
}

export function createPublisher(installation: Installation, rows: SharedRows, shared: Shared): SharingStep {
  const create = (): Publisher => ({
    installation,
    rows,
    shared,
    sources: rowsPartsOf(installation, shared),
    notes: noteChanges(installation.system.$client, watchedTables(shared)),
    hashes: new Map(),
    unstored: new Map(),
    files: new Map(),
    provider: { tenant: undefined, changes: -1 },
    isPublished: false,
    hasAnnounced: false,
    checkedAtMs: Number.NEGATIVE_INFINITY,
  });
  let publisher: Publisher | undefined;
  return {
    async run() {
      // With one cell no other process reads the rows.
      if (installation.cells.all().length < 2) return true;
      publisher ??= create();
      if (!noteChanged(publisher) && publisher.isPublished) return true;
      publisher.isPublished = false;
      try {
        publisher.isPublished = await publish(publisher);
      } catch (error) {
        // The lease has lapsed, or the log is away: the next step tries again.
        if (!(error instanceof DurabilityError)) throw error;
      }
      return publisher.isPublished;
    },
  };
}

/** Reads what may have changed, in one synchronous stretch, so that all parts are of one moment; returns whether any did. */
function noteChanged(publisher: Publisher): boolean {
  const { installation, sources, notes, hashes } = publisher;
  const tables = notes.changed();
  const now = installation.clock.now();
  const isAll = tables === null || hashes.size === 0;
  const isCheck = isAll || now - publisher.checkedAtMs >= CHECK_MS;
  const isOfProvider = isCheck || hasProviderChanged(publisher);
  const names = new Set(tables?.map(partOfTable));
  let hasChanged = false;
  for (const source of sources)
    if (isAll || names.has(source.name) || (isOfProvider && source.isOfProvider))
      hasChanged = readPart(publisher, source) || hasChanged;
  if (isOfProvider) publisher.provider = providerState(installation);
  if (isCheck) {
    publisher.checkedAtMs = now;
    publisher.isPublished = false;
  }
  return hasChanged;
}

function hasProviderChanged({ installation, provider }: Publisher): boolean {
  const { tenant, changes } = providerState(installation);
  return tenant !== undefined && (tenant !== provider.tenant || changes !== provider.changes);
}

/** The provider's company while it is loaded, with its change count. A company that is not loaded does not change. */
function providerState({ tenants }: Installation): Publisher["provider"] {
  const tenant = tenants.loadedTenants().find(({ id }) => id === PROVIDER_ID);
  return { tenant, changes: tenant ? changeCount(tenant.db.$client) : -1 };
}

function readPart({ hashes, unstored, files, shared }: Publisher, source: RowsPart): boolean {
  const value = source.read();
  const bytes = encodeValue(value);
  const hash = hashOf(bytes);
  if (hashes.get(source.name) === hash) return false;
  hashes.set(source.name, hash);
  unstored.set(source.name, bytes);
  const named = shared.tables.find(({ table }) => table === source.name)?.files;
  if (named) files.set(source.name, namesOf(value, named));
  return true;
}

const namesOf = (
  value: TableValue,
  { folder, column }: { folder: string; column: string },
): readonly string[] =>
  rowsOf(value).flatMap((row) => (typeof row[column] === "string" ? [nameOfFile(folder, row[column])] : []));

/** False when the servers did not confirm everything: the next step tries again. */
async function publish(publisher: Publisher): Promise<boolean> {
  const { installation, rows, hashes, unstored } = publisher;
  const { system, clock, durability } = installation;
  const parts = partsOf(publisher);
  const content = (part: SharedPart) => contentOf(publisher, part);
  const known = queryOne(system, sql.revision)?.revision ?? 0;
  const newest = await rows.newest();
  if (newest === undefined) return false;
  if (newest && publisher.hasAnnounced && newest.revision >= known && isSame(newest.parts, parts)) {
    if (!(await rows.upload(parts, content))) return false;
    if (isSame(partsOf(publisher), parts)) unstored.clear();
    return true;
  }
  // Grows also when the servers lost their versions, and when the files of this cell were restored to an earlier moment.
  const revision = Math.max(clock.now(), newest?.revision ?? 0, known) + 1;
  execute(system, sql.setRevision, { revision });
  // Nothing is published that a takeover could undo. The log also refuses a former owner here.
  await durability.durable();
  if (!(await rows.upload(parts, content))) return false;
  const entry = await rows.announce({ revision, parts }, newest?.entry ?? null);
  if (typeof entry !== "number") return false;
  publisher.hasAnnounced = true;
  for (const { name, hash } of parts) if (hashes.get(name) === hash) unstored.delete(name);
  // A cell may be reading the version before.
  await rows.prune([...parts, ...(newest?.parts ?? [])]);
  return true;
}

function partsOf({ installation, hashes, files }: Publisher): readonly SharedPart[] {
  const names = [...files.values()].flat().filter((name) => existsSync(pathIn(installation, name)));
  return [
    ...[...hashes].map(([name, hash]) => ({ name, hash })),
    ...names.map((name) => ({ name, hash: "" })),
  ];
}

const pathIn = ({ dataDirectory }: Installation, name: string): string =>
  join(dataDirectory, pathOfFile(name) ?? name);

async function contentOf(publisher: Publisher, { name, hash }: SharedPart): Promise<Uint8Array | undefined> {
  const { installation, unstored, sources } = publisher;
  if (pathOfFile(name) !== null) return readFile(pathIn(installation, name)).catch(() => undefined);
  const bytes = unstored.get(name) ?? encodeOf(sources.find((source) => source.name === name));
  return bytes && hashOf(bytes) === hash ? bytes : undefined;
}

const encodeOf = (source: RowsPart | undefined) => source && encodeValue(source.read());

const isSame = (a: readonly SharedPart[], b: readonly SharedPart[]): boolean => {
  const keyOf = (parts: readonly SharedPart[]) =>
    parts
      .map(({ name, hash }) => `${name} ${hash}`)
      .toSorted()
      .join("\n");
  return keyOf(a) === keyOf(b);
};
