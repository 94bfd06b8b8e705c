import { useSignals } from "@preact/signals-react/runtime";
import KeyRound from "lucide-react/icons/key-round";
import { useRef, useState } from "react";
import { isPemPair } from "#settings/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { settingsTexts } from "./locales/index.ts";
import type { SettingProps } from "./setting-row.tsx";

/** A certificate with its key, as a PEM file: chosen, replaced or removed, never shown. */
export function FileSecret({ field: { key }, model, accept }: SettingProps & { readonly accept: string }) {
  useSignals();
  const t = useText(settingsTexts);
  const c = useText(common);
  const input = useRef<HTMLInputElement>(null);
  const isSet = model.value(key) !== "";
  const label = t(`label.${key}`);
  const [isForeign, setForeign] = useState(false);
  const take = async (file: File | undefined) => {
    const words = (await file?.text())?.trim();
    if (input.current) input.current.value = "";
    if (words === undefined) return;
    setForeign(!isPemPair(words));
    if (isPemPair(words)) await model.save(key, words);
  };
  return (
    <div className="setting-line">
      <div className="setting-words">
        <span className="setting-name">{label}</span>
        <span className="field-help">{t(`help.${key}`)}</span>
        {isForeign ? (
          <span className="field-error" role="alert">
            {t("field.notPem")}
          </span>
        ) : null}
        {model.isRefused(key) ? <span className="field-error">{c("form.invalid")}</span> : null}
      </div>
      <Chip
        tone={isSet ? "success" : "neutral"}
        {...(isSet ? { icon: <KeyRound aria-hidden="true" /> } : {})}
      >
        {t(isSet ? "field.set" : "field.unset")}
      </Chip>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <Button
        size="s"
        isPending={model.isSaving(key)}
        aria-label={`${t("field.chooseFile")}: ${label}`}
        onPress={() => input.current?.click()}
      >
        {t("field.chooseFile")}
      </Button>
      {isSet ? (
        <Button
          size="s"
          variant="ghost"
          aria-label={`${t("field.remove")}: ${label}`}
          onPress={() => void model.save(key, "")}
        >
          {t("field.remove")}
        </Button>
      ) : null}
    </div>
  );
}
