import { type ReactNode, useEffect, useState } from "react";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { remainingSeconds } from "./code-lifetime.ts";

interface Props {
  readonly lifeMs: number;
  /** Time of its arrival at this page, ms. */
  readonly shownAt: number;
  readonly children?: ReactNode;
}

export function CodeCountdown({ lifeMs, shownAt, children }: Props) {
  const t = useText(connectionsTexts);
  const seconds = useRemainingSeconds(lifeMs, shownAt);
  return (
    <div className="link-countdown">
      <ProgressBar label={t("link.secondsLeft", { seconds })} value={(seconds * 1000) / lifeMs} />
      <small>{t("link.secondsLeft", { seconds })}</small>
      {children}
    </div>
  );
}

/** Whole seconds, updated once a second. */
export function useRemainingSeconds(lifeMs: number, shownAt: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return remainingSeconds(lifeMs, shownAt, now);
}
