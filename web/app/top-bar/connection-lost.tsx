import { useSignals } from "@preact/signals-react/runtime";
import CloudOff from "lucide-react/icons/cloud-off";
import { memo, useEffect, useState } from "react";
import { shell } from "#web/app/locales/index.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { Button } from "#web/ui/button/button.tsx";

/** Interruptions shorter than this are not shown, ms. */
const PATIENCE_MS = 1_500;

/** Message shown while the socket is disconnected. */
export const ConnectionLost = memo(function ConnectionLost() {
  useSignals();
  const t = useText(shell);
  const words = useText(common);
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
    <div role="status">
      {shown ? (
        <div className="line-state">
          <CloudOff aria-hidden="true" />
          <p>
            <b>{t("top.offline")}</b> <span>{t("top.offlineText")}</span>
          </p>
          <Button onPress={() => socket.reconnectNow()}>{words("action.tryAgain")}</Button>
        </div>
      ) : null}
    </div>
  );
});
