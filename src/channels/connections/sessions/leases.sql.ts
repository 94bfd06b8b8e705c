import { query } from "#platform/db/query.ts";

type Owned = { connectionId: number; owner: string };

export const acquire = query<Owned & { expiresAt: number; now: number }>(
  `INSERT INTO session_lease (connection_id, owner_id, expires_at) VALUES (:connectionId, :owner, :expiresAt)
   ON CONFLICT (connection_id) DO UPDATE SET owner_id = :owner, expires_at = :expiresAt
   WHERE owner_id = :owner OR expires_at <= :now`,
);
export const renew = query<Owned & { expiresAt: number }>(
  "UPDATE session_lease SET expires_at = :expiresAt WHERE connection_id = :connectionId AND owner_id = :owner",
);
export const release = query<Owned>(
  "DELETE FROM session_lease WHERE connection_id = :connectionId AND owner_id = :owner",
);
/** Deletes the leases of other processes of one machine: their owner ids begin with `machine`. */
export const releaseOfMachine = query<{ owner: string; machine: string }>(
  "DELETE FROM session_lease WHERE owner_id <> :owner AND substr(owner_id, 1, length(:machine)) = :machine",
);
export const foreign = query<Owned & { now: number }, unknown>(
  `SELECT 1 FROM session_lease
   WHERE connection_id = :connectionId AND owner_id <> :owner AND expires_at > :now`,
);
