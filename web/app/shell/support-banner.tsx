import { useSignals } from "@preact/signals-react/runtime";
import LifeBuoy from "lucide-react/icons/life-buoy";
import { useEffect, useState } from "react";
import { shell } from "#web/app/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import "./support-banner.css";

/** Update interval of the remaining minutes, ms. */
const TICK_MS = 15_000;

/** Banner of a support session, with the button that ends it. */
export function SupportBanner() {
  useSignals();
  const t = useText(shell);
  const [now, setNow] = useState(Date.now());
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const user = session.user.value;
  if (!user?.supportUntil) return null;
  const minutes = Math.max(0, Math.ceil((Date.parse(user.supportUntil) - now) / 60_000));
  const leave = async () => {
    setLeaving(true);
    await session.leaveSupport();
  };
  return (
    <aside className="support-banner" aria-label={t("support.title")}>
      <LifeBuoy aria-hidden="true" />
      <p>
        <b>{t("support.where", { name: user.company.name })}</b>{" "}
        <span>{t("support.left", { count: minutes })}</span>
      </p>
      <Button size="s" isPending={isLeaving} onPress={() => void leave()}>
        {t("support.leave")}
      </Button>
    </aside>
  );
}
