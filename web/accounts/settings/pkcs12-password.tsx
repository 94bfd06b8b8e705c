import { useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { settingsTexts } from "./locales/index.ts";
import { SaveButtons } from "./save-buttons.tsx";

interface Props {
  /** Name of the setting. */
  readonly label: string;
  /** Returns the reason of a refusal; null for any other error, which is shown as a toast. */
  readonly open: (password: string) => Promise<"password" | "file" | "none" | null>;
  readonly isSaving: boolean;
  readonly onUnreadable: () => void;
  readonly onClose: () => void;
}

/** Dialog for the password of the chosen `.p12` file; it may be empty, since many files have none. */
export function Pkcs12Password({ label, open, isSaving, onUnreadable, onClose }: Props) {
  const t = useText(settingsTexts);
  const [password, setPassword] = useState("");
  const [isOther, setOther] = useState(false);
  const save = async () => {
    const refused = await open(password);
    setOther(refused === "password");
    if (refused === "file") onUnreadable();
    if (refused === "file" || refused === "none") onClose();
  };
  return (
    <div className="setting-typed">
      <PasswordField
        label={`${label}: ${t("field.filePassword")}`}
        help={t("field.filePasswordHelp")}
        error={isOther ? t("field.otherPassword") : null}
        autoFocus="always"
        autoComplete="off"
        maxLength={200}
        value={password}
        onChange={setPassword}
        onKeyDown={(event) => {
          if (event.key === "Enter") void save();
          if (event.key === "Escape") onClose();
        }}
      />
      <SaveButtons draft={{ isDirty: true, save: () => void save(), discard: onClose }} isSaving={isSaving} />
    </div>
  );
}
