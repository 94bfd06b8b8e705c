import type { CertificateState } from "#operations/certificates/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { Callout } from "#web/ui/state/callout.tsx";
import { cockpitTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";

/** Expiry of this server's certificate, and the authority's last rejection. */
export function CertificatePanel({ certificate }: { readonly certificate: CertificateState }) {
  const t = useText(cockpitTexts);
  const { names, source, error, failures, triedAt, nextAt, isLate } = certificate;
  const advice = t(source === "files" ? "certificate.adviceFiles" : "certificate.adviceAuthority");
  const refusal = error === null ? null : refusalWords(t, { error, failures, triedAt, nextAt });
  return (
    <>
      {isLate || refusal ? (
        <Callout tone={isLate ? "danger" : "waiting"}>
          <strong>{t("certificate.title")}: </strong>
          {[isLate ? endWords(t, certificate) : null, refusal, advice].filter(Boolean).join(" ")}
        </Callout>
      ) : null}
      {isLate ? null : (
        <div className="panel cockpit-backup">
          <span>
            {t("certificate.of", { names: names.join(", ") })} {endWords(t, certificate)}
          </span>
        </div>
      )}
    </>
  );
}

type T = Translate<typeof pt>;

function endWords(t: T, { daysLeft, endsAt }: CertificateState): string {
  if (daysLeft === null || endsAt === null) return t("certificate.none");
  const when = formatDateTime(endsAt);
  return daysLeft < 0 ? t("certificate.ended", { when }) : t("certificate.left", { count: daysLeft, when });
}

function refusalWords(
  t: T,
  { error, failures, triedAt, nextAt }: Pick<CertificateState, "error" | "failures" | "triedAt" | "nextAt">,
): string {
  if (failures === 0 || triedAt === null) return t("certificate.unusable", { error: error ?? "" });
  const refused = t("certificate.refused", {
    count: failures,
    when: formatDateTime(triedAt),
    error: error ?? "",
  });
  return nextAt === null ? refused : `${refused} ${t("certificate.next", { when: formatDateTime(nextAt) })}`;
}
