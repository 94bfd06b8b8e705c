import { query } from "#platform/db/query.ts";

const BATCH = 500;

export interface StoredRow {
  readonly id: number;
  readonly path: string;
  readonly sha256: string | null;
}
/** Rows with a file, in the order of their ids. */
export const storedRows = query<{ after: number }, StoredRow>(
  `SELECT id, path, sha256 FROM media_file WHERE id > :after AND state = 'stored' AND path IS NOT NULL ORDER BY id LIMIT ${BATCH}`,
);
export const rowOfPath = query<{ path: string }, { sha256: string | null }>(
  "SELECT sha256 FROM media_file WHERE path = :path AND state = 'stored' LIMIT 1",
);
/** Inbound events that are not processed yet and name a received file. */
export const pendingFiles = query<Record<never, never>, { payload: string }>(
  `SELECT payload FROM inbound_event WHERE state = 'new' AND instr(payload, '"sha256"') > 0`,
);
export const setHash = query<{ id: number; sha256: string }>(
  "UPDATE media_file SET sha256 = :sha256 WHERE id = :id",
);
