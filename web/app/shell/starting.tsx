import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { shell } from "#web/app/locales/index.ts";
import { offlineTexts } from "#web/app/offline/locales/index.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { todoTexts } from "#web/inbox/todo/locales/index.ts";
import { session } from "#web/lib/session/session.ts";
import { backOff } from "#web/lib/socket/reconnect.ts";
import { Logo } from "#web/ui/display/logo.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";

/** The offline page; a plain message if its code cannot be loaded either. */
const OfflinePage = lazy(
  async () => {
    const [part] = await Promise.all([
      import("#web/app/offline/page.tsx"),
      preloadTexts(offlineTexts, todoTexts),
    ]);
    return part.OfflinePage;
  },
  () => <Unreachable />,
  { isExtra: true },
);

function Unreachable() {
  const t = useText(shell);
  return <ErrorState title={t("session.unreachableTitle")} onRetry={() => void session.start()} />;
}

/** Shown until the session is known; retries while the server does not respond. */
export function Starting() {
  useSignals();
  const t = useText(shell);
  const unreachable = session.state.value === "unreachable";
  // During retries the screen does not change until there is a response.
  const [isOffline, setOffline] = useState(false);
  if (unreachable && !isOffline) setOffline(true);
  useEffect(() => {
    if (!unreachable) return;
    const timer = setTimeout(() => void session.start(), backOff(3));
    return () => clearTimeout(timer);
  }, [unreachable]);
  if (isOffline) return <OfflinePage />;
  return (
    <div className="starting" aria-busy="true">
      <Logo size="l" />
      <span className="visually-hidden">{t("session.starting")}</span>
    </div>
  );
}
