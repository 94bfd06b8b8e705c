import * as v from "valibot";
import type { Directory, DirectoryKey, Reservation } from "#platform/cells.ts";
import type { Log } from "#platform/log.ts";
import { createEntryCache, type EntryCache } from "./cache.ts";
import { type DirectoryNames, kindOf } from "./directory-names.ts";
import { createFirstFill, type FirstFill } from "./first-fill.ts";
import { type KeyValue, type KeyValues, notAnswered } from "./key-values.ts";

const StoredValue = v.object({
  cell: v.number(),
  companyId: v.nullable(v.number()),
  /** An entry stays `reserved` when a process is killed between its claim and its commit. */
  state: v.picklist(["reserved", "confirmed"]),
  atMs: v.number(),
});
type StoredValue = v.InferOutput<typeof StoredValue>;

export interface DirectoryOptions {
  readonly bucket: KeyValues;
  readonly names: DirectoryNames;
  readonly cell: number;
  /** The cell that serves a company, from memory. */
  readonly ofCompany: (companyId: number) => number;
  /** The cells of the installation; null = the servers have not listed them yet. Reads memory. */
  readonly cells: () => readonly number[] | null;
  /** Wall clock, ms. */
  readonly now: () => number;
  /** Monotonic, ms. */
  readonly monotonicNow: () => number;
  readonly log: Log;
}

/** Attempts to write an entry that another process of the cell changes at the same time. */
const ATTEMPTS = 5;

interface State extends DirectoryOptions {
  readonly cache: EntryCache<StoredValue>;
  readonly firstFill: FirstFill;
}

/** Whether an entry belongs to this cell: the entries of a company move with it, without being written. */
const isOwn = ({ cell, ofCompany }: State, entry: StoredValue): boolean =>
  (entry.companyId === null ? entry.cell : ofCompany(entry.companyId)) === cell;

/** The directory in a bucket that all cells share (docs/rules/cells.md#directory). */
export function createDirectory(options: DirectoryOptions): Directory {
  const { bucket, names, cell, now, log } = options;
  const firstFill = createFirstFill(options);
  const state: State = { ...options, cache: createEntryCache(options.monotonicNow), firstFill };
  /** Carries out what must not throw; the nightly comparison repairs what failed. */
  const quietly = (what: string, work: () => Promise<unknown>): Promise<void> =>
    work().then(
      () => undefined,
      (error: unknown) => log.warn({ err: error, what }, "an entry of the directory could not be written"),
    );

  return {
    isShared: true,
    find: (key) => find(state, key),
    reserve: (key, companyId) => reserve(state, key, companyId, quietly),
    release: (key, companyId) =>
      quietly("release", async () => {
        for (const name of [names.current(key), ...names.older(key)]) {
          const found = await bucket.get(name);
          if (!found) continue;
          const entry = parse(found);
          if (isOwn(state, entry) && entry.companyId === companyId) await remove(state, found);
        }
      }),
    nameOf: names.current,
    async *entriesOfCell() {
      for await (const found of bucket.all()) {
        const kind = kindOf(found.key);
        const entry = kind && readOrNull(found);
        if (!kind || !entry || !isOwn(state, entry)) continue;
        const { companyId, atMs } = entry;
        yield { kind, name: found.key, cell, companyId, atMs, revision: found.revision };
      }
    },
    async restore(key, companyId) {
      const before = (await bucket.get(names.current(key))) ?? (await findOlder(state, key));
      const entry = before && parse(before);
      if (entry && !isOwn(state, entry)) return false;
      const isCurrent = before?.key === names.current(key);
      const isSame = entry?.cell === cell && entry.companyId === companyId && entry.state === "confirmed";
      if (isCurrent && isSame) return true;
      const value: StoredValue = { cell, companyId, state: "confirmed", atMs: now() };
      return (await write(state, names.current(key), value, isCurrent ? before.revision : 0)) !== null;
    },
    remove: ({ name, revision }) => remove(state, { key: name, revision }),
    ...firstFill,
  };
}

async function find(state: State, key: DirectoryKey): Promise<StoredValue | null> {
  const { bucket, names, cache } = state;
  const name = names.current(key);
  const known = cache.get(name);
  if (known) return known;
  const isUnchanged = cache.reading();
  const found = (await bucket.get(name)) ?? (await findOlder(state, key));
  const entry = found && parse(found);
  if (entry && isUnchanged()) cache.put(name, entry);
  return entry;
}

/** The entry under a former installation key. */
async function findOlder({ bucket, names }: State, key: DirectoryKey): Promise<KeyValue | null> {
  for (const name of names.older(key)) {
    const found = await bucket.get(name);
    if (found) return found;
  }
  return null;
}

type Quietly = (what: string, work: () => Promise<unknown>) => Promise<void>;

async function reserve(
  state: State,
  key: DirectoryKey,
  companyId: number | null,
  quietly: Quietly,
): Promise<Reservation | null> {
  const { bucket, names, cell, now } = state;
  const name = names.current(key);
  const former = await findOlder(state, key);
  const formerEntry = former && parse(former);
  if (formerEntry && !mayClaim(state, formerEntry, companyId)) return null;
  // A cell that has not written its rows may have the value.
  if (!(await state.firstFill.isComplete())) throw notAnswered();
  const claim = (before: StoredValue | null): StoredValue => ({
    cell,
    companyId,
    state: before?.state ?? "reserved",
    atMs: now(),
  });
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // Most values are new, so the first attempt is made without a read.
    const before = attempt === 0 ? null : await bucket.get(name);
    const entry = before && parse(before);
    if (entry && !mayClaim(state, entry, companyId)) return null;
    const revision = await write(state, name, claim(entry ?? formerEntry), before?.revision ?? 0);
    if (revision === null) continue;
    return {
      confirm: (id) => quietly("confirm", () => confirm(state, name, id, revision)),
      withdraw: () =>
        quietly("withdraw", async () => {
          if (entry) await write(state, name, entry, revision);
          else await remove(state, { key: name, revision });
        }),
    };
  }
  // Another cell writes the same value again and again.
  return null;
}

/** An entry of this cell that was never confirmed is left over from a killed process. */
const mayClaim = (state: State, entry: StoredValue, companyId: number | null): boolean =>
  isOwn(state, entry) &&
  (entry.state === "reserved" || (companyId !== null && entry.companyId === companyId));

/** Writes the confirmed entry of a committed row; also if it was removed meanwhile, because the row exists. */
async function confirm(state: State, name: string, companyId: number, claimed: number): Promise<void> {
  const { bucket, cell, now, log } = state;
  let revision = claimed;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const value: StoredValue = { cell, companyId, state: "confirmed", atMs: now() };
    if ((await write(state, name, value, revision)) !== null) return;
    const found = await bucket.get(name);
    const entry = found && parse(found);
    if (entry && !isOwn(state, entry)) {
      log.error({ name, companyId, cell: entry.cell }, "two cells have the same value: see the directory");
      return;
    }
    revision = found?.revision ?? 0;
  }
}

/** Returns the new revision; null when the entry had another one. */
async function write(
  { bucket, cache }: State,
  name: string,
  value: StoredValue,
  revision: number,
): Promise<number | null> {
  cache.forget(name);
  const written = await bucket.put(name, JSON.stringify(value), revision);
  if (written !== null) cache.put(name, value);
  else cache.forget(name);
  return written;
}

async function remove(
  { bucket, cache }: State,
  { key, revision }: Pick<KeyValue, "key" | "revision">,
): Promise<boolean> {
  cache.forget(key);
  const isRemoved = await bucket.remove(key, revision);
  cache.forget(key);
  return isRemoved;
}

/** An entry of the bucket; null for a value that a newer program wrote in another form. */
export function readOrNull({ value }: KeyValue): StoredValue | null {
  try {
    return v.parse(StoredValue, JSON.parse(value));
  } catch {
    return null;
  }
}

/** Throws 503 ERR_NOT_DURABLE for a value that a newer program wrote in another form: it must not count as free. */
function parse(found: KeyValue): StoredValue {
  const entry = readOrNull(found);
  if (!entry) throw notAnswered();
  return entry;
}
