import { type Db, one, run } from "#platform/db/database.ts";

const FIND = "SELECT id, hash FROM import_reference WHERE source = ? AND kind = ? AND external_id = ?";
const KEEP = `INSERT INTO import_reference (source, kind, external_id, id, hash) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET id = excluded.id, hash = excluded.hash`;
/** Merged contacts resolve to the remaining one; undoing the merge restores the old contact. */
const MERGED = `SELECT survivor_id AS id FROM contact_merge WHERE merged_contact_id = ? AND undone_at IS NULL
  ORDER BY id DESC LIMIT 1`;
const MAX_CACHED = 50_000;

interface Ref {
  readonly id: number;
  readonly hash: string;
}

/** Which row here came from which row of the dump. */
export interface Refs {
  find(kind: string, externalId: string): Ref | undefined;
  keep(kind: string, externalId: string, id: number, hash: string): void;
  /** Id here of a row named by another; null when there is none. */
  id(kind: string, externalId: string | null | undefined): number | null;
}

export function createRefs(db: Db, source: string): Refs {
  const cache = new Map<string, Ref>();
  const find = (kind: string, externalId: string): Ref | undefined => {
    const key = `${kind} ${externalId}`;
    const known = cache.get(key) ?? one<Ref>(db, FIND, source, kind, externalId);
    if (!known) return undefined;
    if (cache.size > MAX_CACHED) cache.clear();
    cache.set(key, known);
    return known;
  };
  const living = (id: number): number => {
    let survivor = id;
    for (let hops = 0; hops < 20; hops += 1) {
      if (one(db, "SELECT 1 FROM contact WHERE id = ?", survivor)) return survivor;
      survivor = one<{ id: number }>(db, MERGED, survivor)?.id ?? 0;
    }
    return 0;
  };
  return {
    find(kind, externalId) {
      const known = find(kind, externalId);
      return known && kind === "Contacts" ? { ...known, id: living(known.id) } : known;
    },
    keep(kind, externalId, id, hash) {
      cache.delete(`${kind} ${externalId}`);
      run(db, KEEP, source, kind, externalId, id, hash);
    },
    id(kind, externalId) {
      if (externalId === null || externalId === undefined) return null;
      const known = this.find(kind, externalId);
      return known && known.id > 0 ? known.id : null;
    },
  };
}
