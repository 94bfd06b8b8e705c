import type { Db } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import * as sql from "./importer.sql.ts";

const MAX_CACHED = 50_000;

export interface Ref {
  readonly id: number;
  readonly hash: string;
}

/** Maps rows of the dump to imported rows. */
export interface Refs {
  find(kind: string, externalId: string): Ref | undefined;
  keep(kind: string, externalId: string, id: number, hash: string): void;
  /** Id of the imported row; null when the row of the dump was not imported. */
  id(kind: string, externalId: string | null | undefined): number | null;
}

export function createRefs(db: Db, source: string): Refs {
  const cache = new Map<string, Ref>();
  const find = (kind: string, externalId: string): Ref | undefined => {
    const key = `${kind} ${externalId}`;
    const known = cache.get(key) ?? queryOne(db, sql.referenceOf, { source, kind, externalId });
    if (!known) return undefined;
    if (cache.size > MAX_CACHED) cache.clear();
    cache.set(key, known);
    return known;
  };
  const living = (id: number): number => {
    let survivor = id;
    for (let hops = 0; hops < 20; hops += 1) {
      if (queryOne(db, sql.contactExists, { id: survivor })) return survivor;
      survivor = queryOne(db, sql.survivorOf, { mergedContactId: survivor })?.id ?? 0;
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
      execute(db, sql.storeReference, { source, kind, externalId, id, hash });
    },
    id(kind, externalId) {
      if (externalId === null || externalId === undefined) return null;
      const known = this.find(kind, externalId);
      return known && known.id > 0 ? known.id : null;
    },
  };
}
