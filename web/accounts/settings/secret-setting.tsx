import { useSignals } from "@preact/signals-react/runtime";
import KeyRound from "lucide-react/icons/key-round";
import { useState } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { maySetSecrets } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { settingsTexts } from "./locales/index.ts";
import { SaveButtons } from "./save-buttons.tsx";
import type { SettingProps } from "./setting-row.tsx";

/** A secret is never shown: it is set, replaced or removed. */
export function SecretSetting({ field: { key }, model }: SettingProps) {
  useSignals();
  const t = useText(settingsTexts);
  const c = useText(common);
  const [typed, setTyped] = useState<string | null>(null);
  const isSet = model.value(key) !== "";
  const isFixed = !maySetSecrets();
  const label = t(`label.${key}`);
  if (typed !== null) {
    const save = () => {
      if (typed.trim() === "") return;
      void model.save(key, typed.trim()).then((taken) => taken && setTyped(null));
    };
    return (
      <div className="setting-typed">
        <PasswordField
          label={label}
          help={t(`help.${key}`)}
          error={model.isRefused(key) ? c("form.invalid") : null}
          autoFocus="always"
          autoComplete="off"
          value={typed}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key === "Enter") save();
            if (event.key === "Escape") setTyped(null);
          }}
        />
        <SaveButtons
          draft={{ isDirty: true, save, discard: () => setTyped(null) }}
          isSaving={model.isSaving(key)}
        />
      </div>
    );
  }
  return (
    <div className="setting-line">
      <div className="setting-words">
        <span className="setting-name">{label}</span>
        <span className="field-help">{isFixed ? c("form.notForSupport") : t(`help.${key}`)}</span>
      </div>
      <Chip
        tone={isSet ? "success" : "neutral"}
        {...(isSet ? { icon: <KeyRound aria-hidden="true" /> } : {})}
      >
        {t(isSet ? "field.set" : "field.unset")}
      </Chip>
      <Button
        size="s"
        isDisabled={isFixed}
        aria-label={`${t(isSet ? "field.replace" : "field.define")}: ${label}`}
        onPress={() => setTyped("")}
      >
        {t(isSet ? "field.replace" : "field.define")}
      </Button>
      {isSet && !isFixed ? (
        <Button
          size="s"
          variant="ghost"
          aria-label={`${t("field.remove")}: ${label}`}
          isPending={model.isSaving(key)}
          onPress={() => void model.save(key, "")}
        >
          {t("field.remove")}
        </Button>
      ) : null}
    </div>
  );
}
