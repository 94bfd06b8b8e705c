import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect, useState } from "react";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { LinkByCode, type PairingCode } from "./link-by-code.tsx";
import { LinkByQr } from "./link-by-qr.tsx";

/** Time for which the tick is shown before the dialog closes, ms. */
const TICK_MS = 2_500;

interface Props {
  readonly connection: Connection;
  readonly onClose: () => void;
}

/** Pairs a number with its phone, by QR code or typed code; shows a tick once it is connected. */
export function LinkDialog({ connection, onClose }: Props) {
  const t = useText(connectionsTexts);
  const [tab, setTab] = useState("qr");
  // State of the dialog, not of the tab, so that the code remains after a change of tabs.
  const [pairingCode, setPairingCode] = useState<PairingCode | null>();
  const isConnected = connection.status === "CONNECTED";
  useEffect(() => {
    if (!isConnected) return;
    const timer = setTimeout(onClose, TICK_MS);
    return () => clearTimeout(timer);
  }, [isConnected, onClose]);
  return (
    <Dialog title={t("link.title", { name: connection.name })} onClose={onClose}>
      {isConnected ? (
        <div className="link-done" role="status">
          <CircleCheck aria-hidden="true" />
          <p className="state-title">{t("link.connected")}</p>
          <p className="state-text">{t("link.connectedText")}</p>
        </div>
      ) : (
        <Tabs
          label={t("link.title", { name: connection.name })}
          selected={tab}
          onSelect={setTab}
          items={[
            {
              id: "qr",
              label: t("link.byQr"),
              panel: (
                <LinkByQr
                  connection={connection}
                  hasPairingCode={!!pairingCode}
                  onNewQr={() => setPairingCode(undefined)}
                />
              ),
            },
            {
              id: "code",
              label: t("link.byCode"),
              panel: (
                <LinkByCode
                  connection={connection}
                  pairingCode={pairingCode}
                  onPairingCode={setPairingCode}
                />
              ),
            },
          ]}
        />
      )}
    </Dialog>
  );
}
