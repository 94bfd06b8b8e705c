import { openDatabase } from "#platform/db/open.ts";
import { companyFile } from "./dataset.ts";

/** Tags beside those of the data set. */
export const TAGS = 400;

/** Makes every user an admin and adds tags and one long conversation. */
export function prepareLoud(directory: string): void {
  const db = openDatabase(companyFile(directory), { durability: "full" });
  db.exec("UPDATE user SET profile = 'admin'");
  const tag = db.prepare(
    "INSERT OR IGNORE INTO tag (id, name, color, created_at, updated_at) VALUES (?, ?, '#0b72c4', 0, 0)",
  );
  for (let n = 1; n <= TAGS; n += 1) tag.run(n, `Outra ${n}`);
  db.exec("UPDATE tag SET kanban = 1 WHERE id = 1");
  // Takes over the tickets of the connection that is deleted.
  db.exec(`INSERT INTO connection (name, status, created_at, updated_at)
    SELECT 'Outra loja', status, created_at, updated_at FROM connection WHERE id = 1`);
  // One conversation of many years.
  db.exec(`INSERT INTO message (ticket_id, contact_id, connection_id, provider_id, body, from_me, origin, ack, read, created_at, updated_at)
    SELECT 4, 4, 1, provider_id || '-long', body, 0, 'contact', 0, 1, created_at, updated_at FROM message LIMIT 100000`);
  // An event that reveals contacts 3 and 4 as one person; it is processed when it is replayed.
  const identities = [3, 4].map((id) => ({ kind: "lid", value: `90${id}`, address: `90${id}@lid` }));
  const identity = db.prepare(
    "INSERT INTO contact_identity (contact_id, kind, value, match_key, address, exists_state) VALUES (?, 'lid', ?, ?, ?, 'yes')",
  );
  for (const { value, address } of identities) identity.run(Number(value.slice(2)), value, value, address);
  const event = { kind: "identity", chatKey: "bench", eventKey: "bench", identities, name: null };
  db.prepare(`INSERT INTO inbound_event (id, connection_id, chat_key, kind, event_key, received_at, payload, state, attempts)
    VALUES (1, 1, 'bench', 'identity', 'bench', 0, ?, 'failed', 6)`).run(JSON.stringify(event));
  db.close();
}

export interface Rows {
  readonly lastMerge: number;
  /** Merges that the network revealed. */
  readonly automatic: number;
  /** Inbound events that are not processed yet. */
  readonly waiting: number;
}
export function rowsOf(directory: string): Rows {
  const db = openDatabase(companyFile(directory), { durability: "full", readonly: true });
  const rows = db
    .prepare(
      `SELECT (SELECT max(id) FROM contact_merge) AS lastMerge,
      (SELECT count(*) FROM contact_merge WHERE automatic = 1) AS automatic,
      (SELECT count(*) FROM inbound_event WHERE state = 'new') AS waiting`,
    )
    .get() as Rows;
  db.close();
  return rows;
}
