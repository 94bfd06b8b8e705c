import { LiveList } from "#web/lib/lists/live-list.ts";
import type { Campaign } from "./campaigns-api.ts";

/** The campaigns of the page, newest first; events update their figures. */
export const campaignsList = new LiveList<Campaign>({
  path: "/campaigns",
  name: "records",
  channel: "campaign",
  compare: (a, b) => b.id - a.id,
});
