import type { GroupMetadata } from "@whiskeysockets/baileys";
import { prepared, type Sqlite } from "#platform/db/open.ts";

/** Subjects and members of groups, so that a send does not ask the network each time. */
export interface Groups {
  find(jid: string): { readonly metadata: GroupMetadata; readonly at: number } | null;
  save(metadata: GroupMetadata, at: number): void;
  forget(jid: string): void;
}

export function createGroups(db: Sqlite): Groups {
  const find = prepared(db, "SELECT metadata, at FROM group_info WHERE jid = ?");
  const put = prepared(db, "INSERT OR REPLACE INTO group_info (jid, metadata, at) VALUES (?, ?, ?)");
  return {
    find(jid) {
      const row = find.get(jid) as { metadata: string; at: number } | undefined;
      return row ? { metadata: JSON.parse(row.metadata) as GroupMetadata, at: row.at } : null;
    },
    save: (metadata, at) => void put.run(metadata.id, JSON.stringify(metadata), at),
    forget: (jid) => void prepared(db, "DELETE FROM group_info WHERE jid = ?").run(jid),
  };
}
