import { useEffect, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/connections.ts";
import { Button } from "#web/ui/button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { QrPicture } from "#web/ui/qr-picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { connectionCalls } from "./connections-api.ts";
import { connectionsTexts } from "./locales/index.ts";
import { codeLife, secondsLeft } from "./qr-countdown.ts";
import { isReason } from "./reasons.ts";

/** The code with its countdown, and what to do with it. */
export function LinkByQr({ connection }: { readonly connection: Connection }) {
  const t = useText(connectionsTexts);
  return (
    <div className="link-qr">
      <div className="link-code">
        <CodePlace connection={connection} />
      </div>
      <ol className="link-steps">
        <li>{t("link.step1")}</li>
        <li>{t("link.step2")}</li>
        <li>{t("link.step3")}</li>
      </ol>
    </div>
  );
}

function CodePlace({ connection }: { readonly connection: Connection }) {
  const t = useText(connectionsTexts);
  const { status, qrcode = "", retries = 0 } = connection;
  if (status === "qrcode" && qrcode !== "") {
    return (
      <>
        <QrPicture text={qrcode} label={t("link.qrLabel")} />
        <Countdown key={qrcode} attempt={retries} />
      </>
    );
  }
  if (status === "PAIRING") return <p role="status">{t("link.pairing")}</p>;
  if (status === "DISCONNECTED" || status === "TIMEOUT") return <CodeOver connection={connection} />;
  return (
    <>
      <Skeleton shape="block" width="240px" height="240px" />
      <p role="status">
        {isReason(connection.statusReason) ? t(`reason.${connection.statusReason}`) : t("link.preparing")}
      </p>
    </>
  );
}

/** Counts down the code that is on screen since this part was drawn. */
function Countdown({ attempt }: { readonly attempt: number }) {
  const t = useText(connectionsTexts);
  const [shownAt] = useState(() => Date.now());
  const [now, setNow] = useState(shownAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = secondsLeft(attempt, shownAt, now);
  return (
    <div className="link-countdown">
      <ProgressBar label={t("link.secondsLeft", { seconds })} value={(seconds * 1000) / codeLife(attempt)} />
      <small>{t("link.secondsLeft", { seconds })}</small>
      <small>{t("link.attempt", { number: Math.max(1, attempt) })}</small>
    </div>
  );
}

function CodeOver({ connection }: { readonly connection: Connection }) {
  const t = useText(connectionsTexts);
  const [working, setWorking] = useState(false);
  const { id, statusReason } = connection;
  const renew = async () => {
    setWorking(true);
    await connectionCalls.renew(id).catch(toast.failure);
    setWorking(false);
  };
  return (
    <div className="link-over">
      <p className="state-title">{t("link.stoppedTitle")}</p>
      {isReason(statusReason) ? <p className="state-text">{t(`reason.${statusReason}`)}</p> : null}
      <Button variant="primary" isPending={working} onPress={renew}>
        {t("session.newQr")}
      </Button>
    </div>
  );
}
