import { query } from "#platform/db/query.ts";

const LIMIT = 50;

export interface WantedFile {
  readonly id: number;
  readonly messageId: number;
  readonly connectionId: number;
  readonly handle: string;
}
export interface MissingFile extends WantedFile {
  readonly attempts: number;
  readonly createdAt: number;
  readonly size: number;
  /** 1 while the connection is open. */
  readonly online: number;
}

const inState = (state: "pending" | "no_room") =>
  query<
    { now: number },
    MissingFile
  >(`SELECT f.id, f.size, m.id AS messageId, m.connection_id AS connectionId, f.handle, f.attempts,
  f.created_at AS createdAt, w.status = 'CONNECTED' AS online
  FROM media_file f JOIN message m ON m.media_id = f.id JOIN connection w ON w.id = m.connection_id
  WHERE f.state = '${state}' AND f.next_try_at <= :now AND f.handle IS NOT NULL ORDER BY f.next_try_at LIMIT ${LIMIT}`);
export const pending = inState("pending");
export const withoutRoom = inState("no_room");
export const wanted = query<{ fileId: number }, WantedFile>(
  `SELECT f.id, m.id AS messageId, m.connection_id AS connectionId, f.handle
   FROM media_file f JOIN message m ON m.media_id = f.id WHERE f.id = :fileId AND f.state = 'pending'`,
);
export const nextTry = query<Record<never, never>, { readonly at: number | null }>(
  `SELECT min(at) AS at FROM (SELECT min(next_try_at) AS at FROM media_file WHERE state = 'pending'
   UNION ALL SELECT min(next_try_at) FROM media_file WHERE state = 'no_room')`,
);
export const removePlaceholder = query<{ now: number; messageId: number; placeholder: string }>(
  "UPDATE message SET body = '', updated_at = :now WHERE id = :messageId AND body = :placeholder",
);
