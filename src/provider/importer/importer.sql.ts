import { builtQuery, query } from "#platform/db/query.ts";
import type { Ref } from "./refs.ts";

export const planUsage = query<
  Record<never, never>,
  Record<"users" | "connections" | "queues", number>
>(`SELECT (SELECT count(*) FROM user WHERE deleted_at IS NULL) AS users,
  (SELECT count(*) FROM connection WHERE deleted_at IS NULL) AS connections, (SELECT count(*) FROM queue) AS queues`);

export const importedId = query<{ source: string; kind: string; externalId: string }, { id: number }>(
  "SELECT id FROM imported_record WHERE source = :source AND kind = :kind AND external_id = :externalId",
);
export const storeImported = query<{ source: string; kind: string; externalId: string; id: number }>(
  "INSERT OR REPLACE INTO imported_record (source, kind, external_id, id) VALUES (:source, :kind, :externalId, :id)",
);
export const anyUser = query<Record<never, never>, unknown>("SELECT 1 FROM user LIMIT 1");
export const insertHelp = query<{ title: string; description: string; video: string; now: number }>(
  `INSERT INTO help (title, description, video, created_at, updated_at) VALUES (:title, :description, :video,
    :now, :now)`,
);
export const insertAnnouncement = query<
  Record<"title" | "text", string> & Record<"priority" | "active" | "createdAt" | "updatedAt", number>
>(
  `INSERT INTO announcement (title, text, priority, active, created_at, updated_at) VALUES (:title, :text,
    :priority, :active, :createdAt, :updatedAt)`,
);
export const planByName = query<{ name: string }, { id: number }>("SELECT id FROM plan WHERE name = :name");
export const companyByName = query<{ name: string }, { id: number }>(
  "SELECT id FROM company WHERE name = :name AND removed_at IS NULL AND id > 1",
);
export const companyNames = query<Record<never, never>, { name: string }>(
  "SELECT lower(name) AS name FROM company",
);
export const updateHours = query<{ schedules: string; id: number }>(
  "UPDATE company SET schedules = :schedules WHERE id = :id",
);
export const helpByTitle = query<{ name: string }, { id: number }>("SELECT id FROM help WHERE title = :name");
export const announcementByTitle = query<{ name: string }, { id: number }>(
  "SELECT id FROM announcement WHERE title = :name",
);

export const pathOf = query<{ id: number }, { path: string }>(
  "SELECT path FROM media_file WHERE id = :id AND path IS NOT NULL",
);

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

/** `table` is a name of the program, never a value of the dump. */
export const updatedAtOf = (table: string) =>
  builtQuery<{ id: number }, { updatedAt: number }>(
    `SELECT updated_at AS updatedAt FROM ${table} WHERE id = :id`,
  );
