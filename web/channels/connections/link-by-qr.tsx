import { useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { Button } from "#web/ui/button/button.tsx";
import { QrPicture } from "#web/ui/display/qr-picture.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { CodeCountdown } from "./code-countdown.tsx";
import { connectionCalls } from "./connections-api.ts";
import { connectionsTexts } from "./locales/index.ts";
import { codeLife } from "./qr-countdown.ts";
import { isReason } from "./reasons.ts";

interface Props {
  readonly connection: Connection;
  /** A code was asked for that is typed on the phone: there is no QR code until one is asked for again. */
  readonly isTyped: boolean;
  readonly onNewQr: () => void;
}

/** The code with its countdown, and what to do with it. */
export function LinkByQr(props: Props) {
  const t = useText(connectionsTexts);
  return (
    <div className="link-qr">
      <div className="link-code">
        <CodePlace {...props} />
      </div>
      <ol className="link-steps">
        <li>{t("link.step1")}</li>
        <li>{t("link.step2")}</li>
        <li>{t("link.step3")}</li>
      </ol>
    </div>
  );
}

function CodePlace({ connection, isTyped, onNewQr }: Props) {
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
  if (status === "PAIRING" && isTyped) {
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
        <CodeOver connection={connection} />
        {again}
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

/** A QR code counts from when this part was drawn. */
function QrCountdown({ attempt }: { readonly attempt: number }) {
  const t = useText(connectionsTexts);
  const [shownAt] = useState(() => Date.now());
  return (
    <CodeCountdown lifeMs={codeLife(attempt)} shownAt={shownAt}>
      <small>{t("link.attempt", { number: Math.max(1, attempt) })}</small>
    </CodeCountdown>
  );
}

/** Why the code on screen is worth nothing any more. */
export function CodeOver({ connection: { statusReason } }: { readonly connection: Connection }) {
  const t = useText(connectionsTexts);
  return (
    <>
      <p className="state-title">{t("link.stoppedTitle")}</p>
      {isReason(statusReason) ? <p className="state-text">{t(`reason.${statusReason}`)}</p> : null}
    </>
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
