import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { backOff } from "#web/lib/back-off.ts";
import { session } from "#web/lib/session.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { shell } from "./locales/index.ts";

/** While it is not known who visits; keeps asking when the server is silent. */
export function Starting() {
  useSignals();
  const t = useText(shell);
  const unreachable = session.state.value === "unreachable";
  useEffect(() => {
    if (!unreachable) return;
    const timer = setTimeout(() => void session.start(), backOff(3));
    return () => clearTimeout(timer);
  }, [unreachable]);
  if (unreachable) {
    return <ErrorState title={t("session.unreachableTitle")} onRetry={() => void session.start()} />;
  }
  return (
    <div className="starting" aria-busy="true">
      <Logo size="l" />
      <span className="visually-hidden">{t("session.starting")}</span>
    </div>
  );
}
