import type { SharedTable } from "#tenants/system-tables.ts";
import { broadcastAnnouncement, broadcastDeletion } from "./broadcasts.ts";
import { PICTURE_FOLDER } from "./picture-store.ts";
import { findAnnouncement } from "./queries.ts";

/** Announcements in other cells, with their pictures; open pages there are informed as in the home cell. */
export const sharedAnnouncements: SharedTable = {
  table: "announcement",
  files: { folder: PICTURE_FOLDER, column: "media_path" },
  // Ids are given again after a deletion: the new announcement is unread.
  identity: "created_at",
  copied(installation, changes) {
    const last = new Set(changes.map(({ after }) => after?.["id"]));
    for (const { before, after } of changes)
      if (!after && !last.has(before?.["id"])) broadcastDeletion(installation, Number(before?.["id"]));
    for (const { before, after } of changes) {
      const row = after && findAnnouncement(installation.system, Number(after["id"]));
      if (row) broadcastAnnouncement(installation, row, before && { active: before["active"] === 1 });
    }
  },
};
