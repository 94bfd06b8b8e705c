import type { QuickReplyAnswer } from "#inbox/quick-replies/contract.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";

/**
 * The rows of the page, ordered by shortcode; a user's own reply comes before the company's with the same shortcode.
 */
export const quickRepliesList = new LiveList<QuickReplyAnswer>({
  path: "/quick-messages",
  name: "records",
  channel: "quick-message",
  compare: (a, b) =>
    a.shortcode.localeCompare(b.shortcode) || Number(a.geral) - Number(b.geral) || a.id - b.id,
});
