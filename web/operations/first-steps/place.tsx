import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { session } from "#web/lib/session/session.ts";
import { lazy } from "#web/ui/state/lazy.tsx";

const Panel = lazy(async () => (await import("./panel.tsx")).loadPanel(), undefined, { isExtra: true });

/** Where the first steps of a new company stand, for its admins; nothing once they are hidden or done. */
export function FirstSteps() {
  useSignals();
  const isShown = session.setting("firstSteps") === "shown";
  // Once shown it stays until the panel has shown its farewell.
  const [panel, setPanel] = useState({ isShown, turn: Number(isShown) });
  if (panel.isShown !== isShown) setPanel({ isShown, turn: panel.turn + Number(isShown) });
  return panel.turn > 0 ? <Panel key={panel.turn} /> : null;
}
