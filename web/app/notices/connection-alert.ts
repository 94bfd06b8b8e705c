import { computed, type ReadonlySignal } from "@preact/signals-react";
import { connections } from "#web/lib/lists/connections.ts";
import { session } from "#web/lib/session/session.ts";

/** The check runs this long after the page is open, ms (docs/rules/screens.md#frame). */
const CHECK_DELAY_MS = 2_000;

/** Whether the menu item Conexões shows its '!'. */
export const connectionsNeedHelp: ReadonlySignal<boolean> = computed(() => connections.troubled.value);

/** Loads and follows the connections for users who can fix them. Returns a function that stops it. */
export function watchConnections(): () => void {
  if (!session.can("drawer-admin-items:view")) return () => undefined;
  const timer = setTimeout(() => void connections.open(), CHECK_DELAY_MS);
  return () => {
    clearTimeout(timer);
    connections.reset();
  };
}
