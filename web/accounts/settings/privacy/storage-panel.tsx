import HardDrive from "lucide-react/icons/hard-drive";
import type { StorageAnswer } from "#channels/media/contract.ts";
import { language } from "#web/i18n/language.ts";
import { LANGUAGE_TAGS } from "#web/i18n/languages.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatStorage } from "#web/lib/format/storage-size.ts";
import { Callout } from "#web/ui/state/callout.tsx";
import { privacyTexts } from "./locales/index.ts";
import { PrivacyPanel } from "./panel.tsx";
import { useLoaded } from "./use-loaded.ts";

/** Storage: usage of the company's files and the plan's limit. */
export function StoragePanel() {
  const t = useText(privacyTexts);
  const loaded = useLoaded(() => api.get<StorageAnswer>("/storage"));
  return (
    <PrivacyPanel title={t("storage.title")} loaded={loaded}>
      {(storage) => <Storage storage={storage} />}
    </PrivacyPanel>
  );
}

function Storage({ storage }: { readonly storage: StorageAnswer }) {
  const t = useText(privacyTexts);
  const { usedBytes, limitBytes, files, waiting, diskFull } = storage;
  const tag = LANGUAGE_TAGS[language.value];
  const used = formatStorage(usedBytes, tag);
  const level = levelOf(storage);
  const words =
    limitBytes === null
      ? t("storage.noLimit", { used })
      : t("storage.used", { used, limit: formatStorage(limitBytes, tag) });
  return (
    <div className="panel settings-box">
      <div className="privacy-storage">
        <HardDrive aria-hidden="true" />
        <b>{words}</b>
        <span>{t("storage.files", { count: files })}</span>
      </div>
      {limitBytes === null ? null : (
        <div
          className="privacy-bar"
          data-level={level}
          role="img"
          aria-label={`${t("storage.title")}: ${words}`}
        >
          <span style={{ width: `${Math.min(100, Math.round((usedBytes * 100) / limitBytes))}%` }} />
        </div>
      )}
      {level === "ok" ? null : (
        <Callout tone={level === "full" ? "danger" : "waiting"}>{t(`storage.${level}`)}</Callout>
      )}
      {diskFull ? <Callout tone="danger">{t("storage.disk")}</Callout> : null}
      {waiting > 0 ? <Callout tone="info">{t("storage.waiting", { count: waiting })}</Callout> : null}
      <p className="privacy-help">{t("storage.what")}</p>
    </div>
  );
}

/** Fill level of the storage from which the bar is a warning. */
const NEARLY_FULL = 0.8;

/** Fill level of the storage; it counts as full while files wait for space, regardless of the numbers. */
export function levelOf({
  usedBytes,
  limitBytes,
  waiting,
}: Pick<StorageAnswer, "usedBytes" | "limitBytes" | "waiting">): "ok" | "nearly" | "full" {
  if (limitBytes === null) return "ok";
  if (usedBytes >= limitBytes || waiting > 0) return "full";
  return usedBytes >= limitBytes * NEARLY_FULL ? "nearly" : "ok";
}
