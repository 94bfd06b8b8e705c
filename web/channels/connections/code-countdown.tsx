import { type ReactNode, useEffect, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { connectionsTexts } from "./locales/index.ts";
import { secondsLeft } from "./qr-countdown.ts";

interface Props {
  /** How long the code is good for, ms. */
  readonly lifeMs: number;
  /** When it reached this page, ms. */
  readonly shownAt: number;
  readonly children?: ReactNode;
}

/** How long the code on screen is still good for. */
export function CodeCountdown({ lifeMs, shownAt, children }: Props) {
  const t = useText(connectionsTexts);
  const seconds = useSecondsLeft(lifeMs, shownAt);
  return (
    <div className="link-countdown">
      <ProgressBar label={t("link.secondsLeft", { seconds })} value={(seconds * 1000) / lifeMs} />
      <small>{t("link.secondsLeft", { seconds })}</small>
      {children}
    </div>
  );
}

/** Whole seconds, once a second. */
export function useSecondsLeft(lifeMs: number, shownAt: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return secondsLeft(lifeMs, shownAt, now);
}
