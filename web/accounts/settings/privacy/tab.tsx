import HardDrive from "lucide-react/icons/hard-drive";
import { useState } from "react";
import type { StorageAnswer } from "#channels/media/contract.ts";
import { type ConsentText, MAX_CONSENT_TEXT } from "#inbox/consents/contract.ts";
import { SaveButtons } from "#web/accounts/settings/save-buttons.tsx";
import type { SettingsModel } from "#web/accounts/settings/settings-model.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { language } from "#web/i18n/language.ts";
import { LANGUAGE_TAGS } from "#web/i18n/languages.ts";
import { useText } from "#web/i18n/use-text.ts";
import { useOffered } from "#web/inbox/variables/use-offered.ts";
import { VariableArea } from "#web/inbox/variables/variable-area.tsx";
import { api } from "#web/lib/api/api.ts";
import { formatDate } from "#web/lib/format/dates.ts";
import { formatStorage } from "#web/lib/format/storage-size.ts";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { ErasuresPanel } from "./erasures-panel.tsx";
import { privacyTexts } from "./locales/index.ts";
import { PrivacyPanel } from "./panel.tsx";
import { RetentionPanel } from "./retention-panel.tsx";
import { useLoaded } from "./use-loaded.ts";
import "./privacy.css";

/** The tab and its texts, loaded together. */
export async function loadPrivacyTab() {
  await preloadTexts(privacyTexts);
  return PrivacyTab;
}

/** Personal data stored by the company: its size, retention and erasures. */
export function PrivacyTab({ model }: { readonly model: SettingsModel }) {
  return (
    <div className="settings-groups settings-narrow">
      <StoragePanel />
      <RetentionPanel model={model} />
      <ConsentPanel />
      <ErasuresPanel />
    </div>
  );
}

/** The variable for the address of the privacy page, available only in consent texts. */
const ALSO = ["privacylink"];
const PRIVACY_LINK = { label: "{{privacyLink}}", text: "{{privacyLink}}" };

/** The privacy notice each connection sends to new contacts, before any automatic reply. */
export function ConsentPanel() {
  const t = useText(privacyTexts);
  const loaded = useLoaded(() => api.get<readonly ConsentText[]>("/consent-texts"));
  return (
    <PrivacyPanel title={t("consent.title")} help={t("consent.help")} loaded={loaded}>
      {(texts) =>
        texts.length === 0 ? (
          <p className="privacy-help">{t("consent.none")}</p>
        ) : (
          <ul className="panel settings-list">
            {texts.map((text) => (
              <li key={text.connectionId} className="setting">
                <Notice
                  text={text}
                  onSaved={(saved) =>
                    loaded.put(
                      texts.map((other) => (other.connectionId === saved.connectionId ? saved : other)),
                    )
                  }
                />
              </li>
            ))}
          </ul>
        )
      }
    </PrivacyPanel>
  );
}

interface NoticeProps {
  readonly text: ConsentText;
  readonly onSaved: (saved: ConsentText) => void;
}

function Notice({ text: stored, onSaved }: NoticeProps) {
  const t = useText(privacyTexts);
  const names = [...useOffered(["firstName", "name", "greeting", "company"]), PRIVACY_LINK];
  const [text, setText] = useState(stored.text);
  const [tellAgain, setTellAgain] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const isDirty = text.trim() !== stored.text;
  const save = async () => {
    setSaving(true);
    try {
      const body = { text: text.trim(), tellAgain: tellAgain && text.trim() !== "" };
      const saved = await api.put<ConsentText>(`/consent-texts/${stored.connectionId}`, body);
      setText(saved.text);
      setTellAgain(false);
      onSaved(saved);
      toast.success(t("consent.saved"));
    } catch (error) {
      toast.failure(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className="setting-typed">
      <VariableArea
        label={stored.connection}
        value={text}
        onChange={setText}
        maxLength={MAX_CONSENT_TEXT}
        also={ALSO}
        names={names}
        hidePreview
        placeholder={t("consent.placeholder", { firstName: "{{firstName}}", privacyLink: "{{privacyLink}}" })}
        help={
          stored.text === ""
            ? t("consent.blank")
            : [
                t("consent.version", { version: stored.version, date: formatDate(stored.updatedAt ?? "") }),
                t("consent.told", { count: stored.told }),
              ].join(" · ")
        }
      />
      {isDirty && stored.version > 0 && text.trim() !== "" ? (
        <Checkbox label={t("consent.again")} value={tellAgain} onChange={setTellAgain} />
      ) : null}
      <SaveButtons
        draft={{ isDirty, save: () => void save(), discard: () => setText(stored.text) }}
        isSaving={isSaving}
      />
    </div>
  );
}

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
