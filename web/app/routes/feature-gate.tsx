import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import type { PlanFlag } from "#accounts/companies/contract.ts";
import { shell } from "#web/app/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { PageSkeleton } from "./page-skeleton.tsx";

/** Delay of the redirect after the message, ms (docs/rules/screens.md#routes). */
const LEAVE_MS = 1_000;

interface Props {
  /** The plan flag that the company needs for the page. */
  readonly flag: PlanFlag;
  readonly children: ReactNode;
}

/** Pages of a plan feature: without it users see a message and are redirected to the first page after a second. */
export function FeatureGate({ flag, children }: Props) {
  useSignals();
  return session.hasPlan(flag) ? children : <LeadAway />;
}

/** Shown instead of a page that the user may not see. */
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
