import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useEffect } from "react";
import { Redirect } from "wouter";
import { shell } from "#web/app/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";

/** Guards the administration pages: other users see 'Acesso não permitido' and are redirected to their tickets. */
export function AdminOnly({ children }: { readonly children: ReactNode }) {
  useSignals();
  const t = useText(shell);
  const allowed = session.can("drawer-admin-items:view");
  useEffect(() => {
    if (!allowed) toast.error(t("session.denied"));
  }, [allowed, t]);
  return allowed ? children : <Redirect to="/tickets" replace />;
}
