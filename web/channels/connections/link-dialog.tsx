import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { LinkByCode, type TypedCode } from "./link-by-code.tsx";
import { LinkByQr } from "./link-by-qr.tsx";
import { connectionsTexts } from "./locales/index.ts";

/** The tick stays long enough to be seen, ms. */
const TICK_MS = 2_500;

interface Props {
  readonly connection: Connection;
  readonly onClose: () => void;
}

/** Links a number to its phone, by QR code or by typed code; turns into a tick by itself. */
export function LinkDialog({ connection, onClose }: Props) {
  const t = useText(connectionsTexts);
  const [way, setWay] = useState("qr");
  // Kept here: who looks at the other tab meanwhile finds the code again.
  const [typed, setTyped] = useState<TypedCode | null>();
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
          selected={way}
          onSelect={setWay}
          items={[
            {
              id: "qr",
              label: t("link.byQr"),
              panel: (
                <LinkByQr connection={connection} isTyped={!!typed} onNewQr={() => setTyped(undefined)} />
              ),
            },
            {
              id: "code",
              label: t("link.byCode"),
              panel: <LinkByCode connection={connection} typed={typed} onTyped={setTyped} />,
            },
          ]}
        />
      )}
    </Dialog>
  );
}
