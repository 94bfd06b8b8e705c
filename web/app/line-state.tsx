import { useSignals } from "@preact/signals-react/runtime";
import CloudOff from "lucide-react/icons/cloud-off";
import { useEffect, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { socket } from "#web/lib/live.ts";
import { shell } from "./locales/index.ts";

/** A line that comes back within this time is not worth a word, ms. */
const PATIENCE_MS = 1_500;

/** Says that the page hears nothing from the server, for as long as that is so. */
export function LineState() {
  useSignals();
  const t = useText(shell);
  const [shown, setShown] = useState(false);
  const isOffline = socket.state.value === "offline";
  useEffect(() => {
    if (!isOffline) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isOffline]);
  return (
    <div className="line-state" role="status">
      {shown ? (
        <span className="line-state-pill">
          <CloudOff aria-hidden="true" />
          {t("top.offline")}
        </span>
      ) : null}
    </div>
  );
}
