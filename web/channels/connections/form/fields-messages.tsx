import { useSignals } from "@preact/signals-react/runtime";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { VariableArea } from "#web/inbox/variables/variable-area.tsx";
import { useField } from "#web/ui/form/form.tsx";
import type { FieldsProps } from "./fields-general.tsx";

const TEXTS = [
  { name: "complationMessage", help: "complationHelp" },
  { name: "outOfHoursMessage", help: "outOfHoursHelp" },
  { name: "ratingMessage", help: "ratingHelp" },
  { name: "expiresInactiveMessage", help: "expiresInactiveHelp" },
] as const;

/** Texts that the connection sends automatically. */
export function MessageFields({ form }: FieldsProps) {
  useSignals();
  const t = useText(connectionsTexts);
  const field = useField(form);
  const known = { connection: form.value("name") };
  return (
    <>
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
