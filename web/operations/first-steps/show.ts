import { navigate } from "wouter/use-browser-location";
import { api } from "#web/lib/api/api.ts";
import { dashboardPath } from "#web/lib/session/dashboard-path.ts";
import { session } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";

/** Whether an admin has incomplete first steps, even while the panel is hidden. Subscribes the rendering component. */
export function hasFirstSteps(): boolean {
  const state = session.setting("firstSteps");
  return state === "shown" || state === "hidden";
}

/** Shows the first steps again and opens their page. */
export function showFirstSteps(): void {
  const isHidden = session.setting("firstSteps") === "hidden";
  const shown = isHidden ? api.put("/first-steps", { hidden: false }) : Promise.resolve();
  shown.then(() => navigate(dashboardPath(session.user.peek())), toast.failure);
}
