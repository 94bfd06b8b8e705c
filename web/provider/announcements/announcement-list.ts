import type { AnnouncementAnswer } from "#provider/announcements/contract.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";
import { byPriority } from "./order.ts";

/** The announcements on the provider's page. */
export const announcementList = new LiveList<AnnouncementAnswer>({
  path: "/announcements",
  name: "records",
  channel: "announcement",
  compare: byPriority,
});
