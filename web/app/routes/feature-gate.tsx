import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import type { PlanFlag } from "#accounts/companies/contract.ts";
import { shell } from "#web/app/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { PageSkeleton } from "./page-skeleton.tsx";

/** Who may not be here is led away this long after the words, ms (docs/rules/screens.md#routes). */
const LEAVE_MS = 1_000;

interface Props {
  /** The plan flag without which the page does not exist for this company. */
  readonly flag: PlanFlag;
  readonly children: ReactNode;
}

/** Pages that the company's plan may not include: others read so and land on the first page a second later. */
export function FeatureGate({ flag, children }: Props) {
  useSignals();
  return session.hasPlan(flag) ? children : <LeadAway />;
}

/** Stands where a page may not be seen. */
export function LeadAway() {
  const t = useText(shell);
  const [, navigate] = useLocation();
  useEffect(() => {
    toast.error(t("session.noFeature"));
    const timer = setTimeout(() => navigate("/", { replace: true }), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [t, navigate]);
  return <PageSkeleton />;
}
