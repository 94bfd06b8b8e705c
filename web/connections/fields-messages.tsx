import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { useField } from "#web/ui/form.tsx";
import { VariableArea } from "#web/variables/variable-area.tsx";
import type { FieldsProps } from "./fields-general.tsx";
import { connectionsTexts } from "./locales/index.ts";

/** What the connection says by itself. */
export function MessageFields({ form }: FieldsProps) {
  useSignals();
  const t = useText(connectionsTexts);
  const field = useField(form);
  const known = { connection: form.value("name") };
  return (
    <>
      <VariableArea
        {...field("complationMessage")}
        label={t("field.complationMessage")}
        help={t("field.complationHelp")}
        known={known}
      />
      <VariableArea
        {...field("outOfHoursMessage")}
        label={t("field.outOfHoursMessage")}
        help={t("field.outOfHoursHelp")}
        known={known}
      />
      <VariableArea
        {...field("ratingMessage")}
        label={t("field.ratingMessage")}
        help={t("field.ratingHelp")}
        known={known}
      />
      <VariableArea
        {...field("expiresInactiveMessage")}
        label={t("field.expiresInactiveMessage")}
        help={t("field.expiresInactiveHelp")}
        known={known}
      />
    </>
  );
}
