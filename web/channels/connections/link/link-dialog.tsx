import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect, useMemo, useState } from "react";
import { isPasskeyStep } from "#channels/connections/linking/contract.ts";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { passkeyTexts } from "#web/channels/connections/passkey/locales/index.ts";
import { callsOfAdmin } from "#web/channels/connections/passkey/passkey-calls.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { LinkByCode, type PairingCode } from "./link-by-code.tsx";
import { LinkByQr } from "./link-by-qr.tsx";

/** Loaded when an account asks for a passkey: most never do. */
const PasskeyPanel = lazy(async () => {
  const texts = preloadTexts(passkeyTexts);
  const [part] = await Promise.all([import("#web/channels/connections/passkey/passkey-panel.tsx"), texts]);
  return part.PasskeyPanel;
});
const OwnerLinkBox = lazy(async () => {
  const texts = preloadTexts(passkeyTexts);
  const [part] = await Promise.all([
    import("#web/channels/connections/owner-link/owner-link-box.tsx"),
    texts,
  ]);
  return part.OwnerLinkBox;
});

/** Time for which the tick is shown before the dialog closes, ms. */
const TICK_MS = 2_500;

interface Props {
  readonly connection: Connection;
  readonly onClose: () => void;
  /** Opens the dialog that adds an official number. */
  readonly onOfficial?: (() => void) | undefined;
}

/** Pairs a number with its phone, by QR code or typed code; shows a tick once it is connected. */
export function LinkDialog({ connection, onClose, onOfficial }: Props) {
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
  const isAsked = connection.status === "PAIRING" && isPasskeyStep(connection.statusReason ?? null);
  const calls = useMemo(() => callsOfAdmin(connection.id), [connection.id]);
  if (isAsked)
    return (
      <Dialog title={t("link.title", { name: connection.name })} onClose={onClose}>
        <PasskeyPanel calls={calls} step={connection.statusReason ?? ""} hasManualWay />
        {/* In later steps the answer is already sent, or the user compares the code on this screen. */}
        {connection.statusReason === "passkey_required" ? (
          <OwnerLinkBox connectionId={connection.id} />
        ) : null}
      </Dialog>
    );
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
                  onOfficial={onOfficial}
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
                  onOfficial={onOfficial}
                />
              ),
            },
          ]}
        />
      )}
      {connection.status === "qrcode" && !pairingCode ? <OwnerLinkBox connectionId={connection.id} /> : null}
    </Dialog>
  );
}
