import { query } from "#platform/db/query.ts";
import type { Ref } from "./refs.ts";

export const referenceOf = query<{ source: string; kind: string; externalId: string }, Ref>(
  "SELECT id, hash FROM import_reference WHERE source = :source AND kind = :kind AND external_id = :externalId",
);
export const storeReference = query<
  Record<"source" | "kind" | "externalId" | "hash", string> & Record<"id", number>
>(`INSERT INTO import_reference (source, kind, external_id, id, hash) VALUES (:source, :kind, :externalId, :id, :hash)
  ON CONFLICT DO UPDATE SET id = excluded.id, hash = excluded.hash`);
/** Merged contacts resolve to the remaining one; undoing the merge restores the old contact. */
export const survivorOf = query<
  { mergedContactId: number },
  { id: number }
>(`SELECT survivor_id AS id FROM contact_merge WHERE merged_contact_id = :mergedContactId AND undone_at IS NULL
  ORDER BY id DESC LIMIT 1`);
export const contactExists = query<{ id: number }, unknown>("SELECT 1 FROM contact WHERE id = :id");
