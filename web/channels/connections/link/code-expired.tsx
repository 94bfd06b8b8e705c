import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { isReason } from "#web/channels/connections/session/status-reasons.ts";
import { useText } from "#web/i18n/use-text.ts";

/** Why the shown code is no longer valid. */
export function CodeExpired({ reason }: { readonly reason: string | null | undefined }) {
  const t = useText(connectionsTexts);
  return (
    <>
      <p className="state-title">
        {t(reason?.startsWith("passkey_") ? "link.passkeyTitle" : "link.stoppedTitle")}
      </p>
      {isReason(reason) ? <p className="state-text">{t(`reason.${reason}`)}</p> : null}
    </>
  );
}
