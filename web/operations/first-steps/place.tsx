import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { session } from "#web/lib/session/session.ts";
import { lazy } from "#web/ui/state/lazy.tsx";

const Panel = lazy(async () => (await import("./panel.tsx")).loadPanel(), undefined, { isExtra: true });

/** The place of the panel, for admins of a new company; empty once the steps are hidden or completed. */
export function FirstSteps() {
  useSignals();
  const isShown = session.setting("firstSteps") === "shown";
  // A visible panel remains until it has shown the completion.
  const [panel, setPanel] = useState({ isShown, turn: Number(isShown) });
  if (panel.isShown !== isShown) setPanel({ isShown, turn: panel.turn + Number(isShown) });
  return panel.turn > 0 ? <Panel key={panel.turn} /> : null;
}
