import type { AnnouncementAnswer } from "#provider/announcements/contract.ts";

/** The server's order: priority, then newest (docs/rules/team.md#announcements). */
export const byPriority = (a: AnnouncementAnswer, b: AnnouncementAnswer): number =>
  a.priority - b.priority || b.createdAt.localeCompare(a.createdAt) || b.id - a.id;
