import CircleCheck from "lucide-react/icons/circle-check-big";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { PublicLinkAnswer } from "#channels/connections/linking/contract.ts";
import { CodeExpired } from "#web/channels/connections/link/code-expired.tsx";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { passkeyTexts } from "#web/channels/connections/passkey/locales/index.ts";
import { callsOfOwner, ownerLinkCalls } from "#web/channels/connections/passkey/passkey-calls.ts";
import { PasskeyPanel } from "#web/channels/connections/passkey/passkey-panel.tsx";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button/button.tsx";
import { QrPicture } from "#web/ui/display/qr-picture.tsx";
import { FrontPage } from "#web/ui/layout/front-page.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import "#web/channels/connections/connections.css";

/** How often the page asks for changes, ms: at most 15 of the 30 calls a minute that an address has. */
const POLL_MS = 4_000;

interface Props {
  readonly token: string;
}

/** The page that an owner link opens, without a login (docs/rules/linking.md#owner-link). */
export function OwnerLinkPage({ token }: Props) {
  const t = useText(passkeyTexts);
  const { link, isExpired, hasFailed, start } = useLink(token);
  const calls = useMemo(() => callsOfOwner(token), [token]);
  if (isExpired)
    return (
      <FrontPage title={t("page.expiredTitle")}>
        <Callout tone="waiting" icon={<TriangleAlert aria-hidden="true" />}>
          {t("page.expiredText")}
        </Callout>
      </FrontPage>
    );
  if (!link)
    return (
      <FrontPage title={t("page.title")}>
        {hasFailed ? <p role="alert">{t("page.unreachable")}</p> : <Skeleton shape="block" height="240px" />}
      </FrontPage>
    );
  if (link.status === "CONNECTED")
    return (
      <FrontPage title={t("page.doneTitle")}>
        <Callout tone="success" icon={<CircleCheck aria-hidden="true" />}>
          {t("page.doneText")}
        </Callout>
      </FrontPage>
    );
  const { company, connection, passkey } = link;
  return (
    <FrontPage title={t("page.title")} text={t("page.text", { company, connection })} size="middle">
      <div className="owner-page">
        {hasFailed ? <p role="alert">{t("page.unreachable")}</p> : null}
        {passkey.step ? (
          <PasskeyPanel calls={calls} step={passkey.step} hasManualWay={false} />
        ) : (
          <Scan link={link} onStart={start} />
        )}
        <Callout tone="waiting" icon={<TriangleAlert aria-hidden="true" />}>
          {t("page.warning")}
        </Callout>
      </div>
    </FrontPage>
  );
}

function useLink(token: string) {
  const [link, setLink] = useState<PublicLinkAnswer | null>(null);
  const [isExpired, setExpired] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const take = useCallback((work: Promise<PublicLinkAnswer>) => {
    return work.then(
      (answer) => {
        setLink(answer);
        setFailed(false);
      },
      (error: unknown) => {
        // 400: the address was not copied completely.
        const isOver = error instanceof ApiError && (error.status === 410 || error.status === 400);
        setExpired(isOver);
        setFailed(!isOver);
      },
    );
  }, []);
  const isDone = isExpired || link?.status === "CONNECTED";
  useEffect(() => {
    if (isDone) return;
    void take(ownerLinkCalls.read(token));
    const timer = setInterval(() => void take(ownerLinkCalls.read(token)), POLL_MS);
    return () => clearInterval(timer);
  }, [token, take, isDone]);
  const start = () => ownerLinkCalls.start(token).then(setLink, toast.failure);
  return { link, isExpired, hasFailed, start };
}

function Scan({ link, onStart }: { readonly link: PublicLinkAnswer; readonly onStart: () => void }) {
  const t = useText(passkeyTexts);
  const { status, qrcode } = link;
  if (status === "qrcode" && qrcode !== "")
    return (
      <div className="passkey-wait">
        <div className="owner-on-phone">
          <Callout tone="info">{t("page.onPhone")}</Callout>
        </div>
        <QrPicture text={qrcode} label={t("page.scan")} />
        <p>{t("page.scan")}</p>
        <QrSteps />
      </div>
    );
  if (status === "DISCONNECTED" || status === "TIMEOUT")
    return (
      <div className="passkey-wait">
        <CodeExpired reason={link.statusReason} />
        <Button variant="primary" onPress={onStart}>
          {t("page.newQr")}
        </Button>
      </div>
    );
  return (
    <div className="passkey-wait" role="status">
      <p>{t(status === "PAIRING" ? "page.pairing" : "page.preparing")}</p>
    </div>
  );
}

/** How to scan the QR code with the phone. */
function QrSteps() {
  const t = useText(connectionsTexts);
  return (
    <ol className="link-steps">
      <li>{t("link.step1")}</li>
      <li>{t("link.step2")}</li>
      <li>{t("link.step3")}</li>
    </ol>
  );
}
