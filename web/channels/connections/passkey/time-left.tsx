import { useEffect, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { passkeyTexts } from "./locales/index.ts";

/** The whole time of a request (docs/rules/linking.md#steps), ms. */
const LIMIT_MS = 600_000;

/** Counts down to `until` (ms), as 9:05. */
export function TimeLeft({ until }: { readonly until: number }) {
  const t = useText(passkeyTexts);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, until - now);
  const seconds = Math.ceil(left / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <div className="link-countdown">
      <ProgressBar label={t("required.leftLabel", { time })} value={Math.min(1, left / LIMIT_MS)} />
      <small>{t("required.left", { time })}</small>
    </div>
  );
}
