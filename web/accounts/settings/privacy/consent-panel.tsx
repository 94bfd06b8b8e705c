import { useState } from "react";
import { type ConsentText, MAX_CONSENT_TEXT } from "#inbox/consents/contract.ts";
import { SaveButtons } from "#web/accounts/settings/save-buttons.tsx";
import { useText } from "#web/i18n/use-text.ts";
import { useOffered } from "#web/inbox/variables/use-offered.ts";
import { VariableArea } from "#web/inbox/variables/variable-area.tsx";
import { api } from "#web/lib/api/api.ts";
import { formatDate } from "#web/lib/format/dates.ts";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { privacyTexts } from "./locales/index.ts";
import { PrivacyPanel } from "./panel.tsx";
import { useLoaded } from "./use-loaded.ts";

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

interface Props {
  readonly text: ConsentText;
  readonly onSaved: (saved: ConsentText) => void;
}

function Notice({ text: stored, onSaved }: Props) {
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
