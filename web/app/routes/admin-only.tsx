import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useEffect } from "react";
import { Redirect } from "wouter";
import type { Ability } from "#accounts/users/contract.ts";
import { shell } from "#web/app/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";

interface Props {
  readonly children: ReactNode;
  /** Default: that of administrators. */
  readonly ability?: Ability;
}

/** Guards the administration pages: other users see 'Acesso não permitido' and are redirected to their tickets. */
export function AdminOnly({ children, ability = "drawer-admin-items:view" }: Props) {
  useSignals();
  const t = useText(shell);
  const allowed = session.can(ability);
  useEffect(() => {
    if (!allowed) toast.error(t("session.denied"));
  }, [allowed, t]);
  return allowed ? children : <Redirect to="/tickets" replace />;
}
