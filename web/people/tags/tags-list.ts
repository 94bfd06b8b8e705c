import type { TagAnswer } from "#people/tags/contract.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";

/** The tags of the page, by name. */
export const tagsList = new LiveList<TagAnswer>({
  path: "/tags",
  name: "tags",
  channel: "tag",
  compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
});
