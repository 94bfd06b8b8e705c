import { type AnnouncementAnswer, PICTURE_PREFIX } from "./contract.ts";
import type { Announcement } from "./schema.ts";

export const presentAnnouncement = (row: Announcement): AnnouncementAnswer => ({
  id: row.id,
  title: row.title,
  text: row.text,
  priority: row.priority,
  status: row.active,
  mediaPath: row.mediaPath === null ? null : PICTURE_PREFIX + row.mediaPath,
  mediaName: row.mediaName,
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
});
