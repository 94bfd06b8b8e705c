import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { session } from "#web/lib/session/session.ts";
import { LeadAway } from "./feature-gate.tsx";

/**
 * Pages of the provider's staff: other users see a message and are redirected to the first page after a second
 * (docs/rules/screens.md#routes).
 */
export function SuperOnly({ children }: { readonly children: ReactNode }) {
  useSignals();
  return session.user.value?.super ? children : <LeadAway />;
}
