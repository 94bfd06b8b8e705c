import { query } from "#platform/db/query.ts";

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
