import type { FollowUpAnswer } from "#inbox/follow-ups/contract.ts";
import { DefinitionList } from "#web/lib/lists/definition-list.ts";

/** The follow-ups that the user sees, by name. */
export const followUpList = new DefinitionList<FollowUpAnswer>({
  path: "/follow-ups",
  name: "followUps",
  channel: "follow-up",
  compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
});
