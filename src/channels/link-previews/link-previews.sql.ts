import { query } from "#platform/db/query.ts";
import type { LinkPreviewRow } from "./schema.ts";

export const stored = query<{ url: string; after: number }, Omit<LinkPreviewRow, "at">>(
  "SELECT url, title, text, picture FROM link_preview WHERE url = :url AND at > :after",
);
export const store = query<LinkPreviewRow & { picture: string | null }>(
  `INSERT INTO link_preview (url, title, text, picture, at) VALUES (:url, :title, :text, :picture, :at)
   ON CONFLICT (url) DO UPDATE SET title = excluded.title, text = excluded.text, picture = excluded.picture, at = excluded.at`,
);
export const deleteOld = query<{ before: number }>("DELETE FROM link_preview WHERE at <= :before");
export const deleteAll = query("DELETE FROM link_preview");
export const oldest = query<Record<never, never>, { at: number | null }>(
  "SELECT min(at) AS at FROM link_preview",
);
