/** What the nightly sweep knows of the objects of one company. */
export interface Objects {
  readonly listed: ReadonlySet<string>;
  /** Names that rows or waiting events refer to. */
  readonly referenced: ReadonlySet<string>;
  /** The time at which a sweep first found an object without a row, ms, by the name of the object. */
  readonly marks: ReadonlyMap<string, number>;
}

/**
 * Returns the new marks and the objects to delete, which had no row for at least `keepMs`
 * (docs/rules/cluster.md#media).
 */
export function planSweep(
  { listed, referenced, marks }: Objects,
  { nowMs, keepMs }: { readonly nowMs: number; readonly keepMs: number },
): { readonly marks: ReadonlyMap<string, number>; readonly remove: readonly string[] } {
  const next = new Map<string, number>();
  const remove: string[] = [];
  for (const name of listed) {
    if (referenced.has(name)) continue;
    const since = Math.min(marks.get(name) ?? nowMs, nowMs);
    next.set(name, since);
    if (nowMs - since >= keepMs) remove.push(name);
  }
  return { marks: next, remove };
}

/** A local file that may be evicted. */
export interface CachedFile {
  readonly path: string;
  readonly size: number;
  readonly usedMs: number;
}

/** The oldest files beyond the limit; files used after `inUseMs` stay, also when the limit is exceeded. */
export function planEviction(
  files: readonly CachedFile[],
  { limitBytes, inUseMs }: { readonly limitBytes: number; readonly inUseMs: number },
): readonly CachedFile[] {
  let excess = files.reduce((sum, { size }) => sum + size, 0) - limitBytes;
  const evicted: CachedFile[] = [];
  for (const file of files.toSorted((a, b) => a.usedMs - b.usedMs)) {
    if (excess <= 0 || file.usedMs >= inUseMs) break;
    evicted.push(file);
    excess -= file.size;
  }
  return evicted;
}
