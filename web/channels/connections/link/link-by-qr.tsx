import { useState } from "react";
import { connectionCalls } from "#web/channels/connections/connections-api.ts";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { isReason } from "#web/channels/connections/session/status-reasons.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { Button } from "#web/ui/button/button.tsx";
import { QrPicture } from "#web/ui/display/qr-picture.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { CodeCountdown } from "./code-countdown.tsx";
import { CodeExpired } from "./code-expired.tsx";
import { qrLifetimeMs } from "./code-lifetime.ts";
import { OfficialOffer } from "./official-offer.tsx";

interface Props {
  readonly connection: Connection;
  /** A pairing code was requested: no QR code is shown until one is requested again. */
  readonly hasPairingCode: boolean;
  readonly onNewQr: () => void;
  readonly onOfficial?: (() => void) | undefined;
}

/** The QR code with its countdown and instructions. */
export function LinkByQr(props: Props) {
  const t = useText(connectionsTexts);
  return (
    <div className="link-qr">
      <div className="link-code">
        <QrArea {...props} />
      </div>
      <ol className="link-steps">
        <li>{t("link.step1")}</li>
        <li>{t("link.step2")}</li>
        <li>{t("link.step3")}</li>
      </ol>
    </div>
  );
}

function QrArea({ connection, hasPairingCode, onNewQr, onOfficial }: Props) {
  const t = useText(connectionsTexts);
  const { status, qrcode = "", retries = 0 } = connection;
  if (status === "qrcode" && qrcode !== "") {
    return (
      <>
        <QrPicture text={qrcode} label={t("link.qrLabel")} />
        <QrCountdown key={qrcode} attempt={retries} />
      </>
    );
  }
  const again = <NewQr id={connection.id} onNewQr={onNewQr} />;
  if (status === "PAIRING" && hasPairingCode) {
    return (
      <div className="link-over">
        <p className="state-text">{t("link.typedAsked")}</p>
        {again}
      </div>
    );
  }
  if (status === "PAIRING") return <p role="status">{t("link.pairing")}</p>;
  if (status === "DISCONNECTED" || status === "TIMEOUT") {
    return (
      <div className="link-over">
        <CodeExpired reason={connection.statusReason} />
        {again}
        <OfficialOffer reason={connection.statusReason} onOfficial={onOfficial} />
      </div>
    );
  }
  return (
    <>
      <Skeleton shape="block" width="240px" height="240px" />
      <p role="status">
        {isReason(connection.statusReason) ? t(`reason.${connection.statusReason}`) : t("link.preparing")}
      </p>
    </>
  );
}

/** The lifetime of a QR code counts from the mount of this component. */
function QrCountdown({ attempt }: { readonly attempt: number }) {
  const t = useText(connectionsTexts);
  const [shownAt] = useState(() => Date.now());
  return (
    <CodeCountdown lifeMs={qrLifetimeMs(attempt)} shownAt={shownAt}>
      <small>{t("link.attempt", { number: Math.max(1, attempt) })}</small>
    </CodeCountdown>
  );
}

function NewQr({ id, onNewQr }: { readonly id: number; readonly onNewQr: () => void }) {
  const t = useText(connectionsTexts);
  const [working, setWorking] = useState(false);
  const renew = async () => {
    setWorking(true);
    await connectionCalls.renew(id).then(onNewQr, toast.failure);
    setWorking(false);
  };
  return (
    <Button variant="primary" isPending={working} onPress={renew}>
      {t("session.newQr")}
    </Button>
  );
}
