import { useSignals } from "@preact/signals-react/runtime";
import KeyRound from "lucide-react/icons/key-round";
import { useRef, useState } from "react";
import { isPemPair } from "#accounts/settings/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { settingsTexts } from "./locales/index.ts";
import { Pkcs12Password } from "./pkcs12-password.tsx";
import type { SettingProps } from "./setting-row.tsx";

/** A `.p12` file is binary: its first byte is the ASN.1 tag of a sequence. */
const isPkcs12 = (bytes: Uint8Array): boolean => bytes[0] === 0x30;
/** Upper limit of a certificate file, bytes. */
const MAX_FILE = 30_000;

/** A certificate with its key, as a `.p12` or PEM file: chosen, replaced or removed, never shown. */
export function FileSecret({ field: { key }, model, accept }: SettingProps & { readonly accept: string }) {
  useSignals();
  const t = useText(settingsTexts);
  const c = useText(common);
  const input = useRef<HTMLInputElement>(null);
  const isSet = model.value(key) !== "";
  const label = t(`label.${key}`);
  const [isForeign, setForeign] = useState(false);
  const [sealed, setSealed] = useState<Uint8Array | null>(null);
  const take = async (file: File | undefined) => {
    const bytes = file && file.size <= MAX_FILE ? new Uint8Array(await file.arrayBuffer()) : null;
    if (input.current) input.current.value = "";
    if (!file) return;
    const isSealed = bytes !== null && isPkcs12(bytes);
    setSealed(isSealed ? bytes : null);
    if (isSealed) return;
    const words = new TextDecoder().decode(bytes ?? new Uint8Array()).trim();
    setForeign(!isPemPair(words));
    if (isPemPair(words)) await model.save(key, words);
  };
  if (sealed)
    return (
      <Pkcs12Password
        label={label}
        open={(password) => model.savePkcs12(key, sealed, password)}
        isSaving={model.isSaving(key)}
        onUnreadable={() => setForeign(true)}
        onClose={() => setSealed(null)}
      />
    );
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
