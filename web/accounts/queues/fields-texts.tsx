import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { VariableArea } from "#web/inbox/variables/variable-area.tsx";
import { session } from "#web/lib/session/session.ts";
import { FileInput, type FileInputProps } from "#web/ui/field/file-input.tsx";
import { useField } from "#web/ui/form/form.tsx";
import type { FieldsProps } from "./fields-general.tsx";
import { queueTexts } from "./locales/index.ts";

/** The texts below the greeting. */
const TEXTS = [
  { name: "complationMessage", help: "complationHelp" },
  { name: "ratingMessage", help: "ratingHelp" },
  { name: "outOfHoursMessage", help: "outOfHoursHelp" },
] as const;

/** Automatic texts of the queue, and the file of its greeting. */
export function TextFields({ form, queue }: FieldsProps) {
  useSignals();
  const t = useText(queueTexts);
  const field = useField(form);
  const words = useFileWords();
  const company = session.user.value?.company.name ?? "";
  const known = {
    queue: form.value("name"),
    fila: form.value("name"),
    company,
    empresa: company,
    name_company: company,
  };
  return (
    <>
      <VariableArea
        {...field("greetingMessage")}
        label={t("field.greetingMessage")}
        help={t("field.greetingHelp")}
        known={known}
      />
      <FileInput
        label={t("field.greetingFile")}
        mediaName={queue?.mediaName ?? null}
        mediaPath={queue?.mediaPath ?? null}
        value={form.value("greetingFile")}
        onChange={(change) => form.set("greetingFile", change)}
        words={words}
      />
      {TEXTS.map(({ name, help }) => (
        <VariableArea
          key={name}
          {...field(name)}
          label={t(`field.${name}`)}
          help={t(`field.${help}`)}
          known={known}
        />
      ))}
    </>
  );
}

/** Labels of the file field on this page. */
export function useFileWords(): FileInputProps["words"] {
  const t = useText(queueTexts);
  return {
    attach: t("file.attach"),
    replace: t("file.replace"),
    remove: (name) => t("file.remove", { name }),
    open: (name) => t("file.open", { name }),
  };
}
