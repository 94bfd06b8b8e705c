import type { AnnouncementAnswer } from "#provider/announcements/contract.ts";

/** An active announcement of low priority; tests override the fields they need. */
export const sampleAnnouncement = (fields: Partial<AnnouncementAnswer> = {}): AnnouncementAnswer => ({
  id: 1,
  title: "Manutenção",
  text: "No domingo",
  priority: 3,
  status: true,
  mediaPath: null,
  mediaName: null,
  createdAt: "2026-11-20T12:00:00.000Z",
  updatedAt: "2026-11-20T12:00:00.000Z",
  ...fields,
});
