import { useState } from "react";
import { session } from "#web/lib/session.ts";
import { later } from "#web/ui/later.tsx";

const Panel = later(async () => (await import("./panel.tsx")).loadPanel(), undefined, { isExtra: true });

/** Where the first steps of a new company stand, for its admins; nothing once they are hidden or done. */
export function FirstSteps() {
  // As it was when the page opened: the panel itself says good-bye.
  const [isNew] = useState(() => session.setting("firstSteps") === "shown");
  return isNew ? <Panel /> : null;
}
