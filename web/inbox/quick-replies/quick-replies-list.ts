import type { QuickReplyAnswer } from "#inbox/quick-replies/contract.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";

/** The rows of the page: by shortcode, one's own before the company's of the same name. */
export const quickRepliesList = new LiveList<QuickReplyAnswer>({
  path: "/quick-messages",
  name: "records",
  channel: "quick-message",
  compare: (a, b) =>
    a.shortcode.localeCompare(b.shortcode) || Number(a.geral) - Number(b.geral) || a.id - b.id,
});
