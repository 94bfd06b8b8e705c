import type { ReadingRules } from "#inbox/tickets/policy.ts";
import { session } from "#web/lib/session/session.ts";

/** What the company allows to read beside one's own tickets. Reads signals. */
export const readingRules = (): ReadingRules => ({
  spying: session.setting("userSpyChat") === "enabled",
  previewing: session.setting("previewBeforeAccept") === "enabled",
});
