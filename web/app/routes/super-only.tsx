import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { session } from "#web/lib/session/session.ts";
import { LeadAway } from "./feature-gate.tsx";

/**
 * Pages of the provider's staff: others read so and land on the first page a second later
 * (docs/rules/screens.md#routes).
 */
export function SuperOnly({ children }: { readonly children: ReactNode }) {
  useSignals();
  return session.user.value?.super ? children : <LeadAway />;
}
