import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { and, inArray, isNull } from "drizzle-orm";
import { connection } from "#channels/connections/schema.ts";
import { forgetRatchets } from "#channels/connections/whatsapp/store/forget-ratchets.ts";
import { typed } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";

/**
 * Prepares the connections of a company directory that is restored to an earlier moment (docs/rules/connections.md#restored):
 * their ratchets are deleted, and they stay disconnected until a user connects them, because the machine that was replaced may
 * still run. Returns how many. No database of the directory is open.
 */
export function holdRestoredConnections(directory: string): number {
  const folder = join(directory, "sessions");
  const ids: number[] = [];
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name, "session.sqlite");
    if (!/^\d+$/.test(name) || !existsSync(path)) continue;
    forgetRatchets(path);
    ids.push(Number(name));
  }
  if (ids.length === 0) return 0;
  const client = openDatabase(join(directory, "company.sqlite"), { durability: "full" });
  try {
    // As after "WhatsApp is open elsewhere": not started automatically, one click connects it.
    const held = typed(client)
      .update(connection)
      .set({ status: "DISCONNECTED", statusReason: "replaced", health: "down", qrcode: "", retries: 0 })
      .where(and(isNull(connection.deletedAt), inArray(connection.id, ids)))
      .run();
    return held.changes;
  } finally {
    client.close();
  }
}
