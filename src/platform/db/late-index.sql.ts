import { query } from "./query.ts";

export type LateIndex = "message" | "contact";

export const progress = query<{ name: string }, { readonly lastId: number }>(
  "SELECT last_id AS lastId FROM search_progress WHERE name = :name",
);
export const setProgress = query<{ lastId: number; name: string }>(
  "UPDATE search_progress SET last_id = :lastId WHERE name = :name",
);

interface Range {
  readonly from: number;
  readonly upTo: number;
}
type Window = { readonly from: number; readonly rows: number };
type UpTo = { readonly upTo: number | null; readonly found: number };

/** For each index: the last row of the next batch, and the statement that indexes the batch. */
export const indexes = {
  message: {
    next: query<Window, UpTo>(
      "SELECT max(id) AS upTo, count(*) AS found FROM (SELECT id FROM message WHERE id > :from ORDER BY id LIMIT :rows)",
    ),
    fill: query<{ readonly [Key in keyof Range]: number }>(`INSERT INTO message_search (rowid, body)
      SELECT id, body FROM message WHERE id > :from AND id <= :upTo AND body <> ''`),
  },
  contact: {
    next: query<Window, UpTo>(
      "SELECT max(id) AS upTo, count(*) AS found FROM (SELECT id FROM contact WHERE id > :from ORDER BY id LIMIT :rows)",
    ),
    fill: query<{
      readonly [Key in keyof Range]: number;
    }>(`INSERT INTO contact_search (rowid, name, number, email)
      SELECT id, name, number, email FROM contact_search_text WHERE id > :from AND id <= :upTo`),
  },
} as const;
