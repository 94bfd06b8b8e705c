import type { GroupMetadata } from "@whiskeysockets/baileys";
import { prepared, type Sqlite } from "#platform/db/open.ts";
import { createLru } from "./lru.ts";

/** Subjects and members of groups, stored so that a send does not query the network each time. */
export interface Groups {
  find(jid: string): { readonly metadata: GroupMetadata; readonly at: number } | null;
  /** The name of the group; null while it is unknown. */
  subject(jid: string): string | null;
  save(metadata: GroupMetadata, at: number): void;
  forget(jid: string): void;
}

// Maximum number of cached subjects. Every event of a group contains its subject, and parsing the stored metadata
// would read up to a thousand members.
const CACHED_SUBJECTS = 500;

export function createGroups(db: Sqlite): Groups {
  const subjects = createLru<{ readonly subject: string | null }>(CACHED_SUBJECTS);
  const select = prepared(db, "SELECT metadata, at FROM group_info WHERE jid = ?");
  const put = prepared(db, "INSERT OR REPLACE INTO group_info (jid, metadata, at) VALUES (?, ?, ?)");
  const find = (jid: string) => {
    const row = select.get(jid) as { metadata: string; at: number } | undefined;
    return row ? { metadata: JSON.parse(row.metadata) as GroupMetadata, at: row.at } : null;
  };
  return {
    find,
    subject(jid) {
      const known = subjects.get(jid) ?? { subject: find(jid)?.metadata.subject ?? null };
      subjects.set(jid, known);
      return known.subject;
    },
    save(metadata, at) {
      put.run(metadata.id, JSON.stringify(metadata), at);
      subjects.delete(metadata.id);
    },
    forget: (jid) => void prepared(db, "DELETE FROM group_info WHERE jid = ?").run(jid),
  };
}
