import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { useField } from "#web/ui/form.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import type { FieldsProps } from "./fields-general.tsx";
import { connectionsTexts } from "./locales/index.ts";

/** What the connection says by itself. */
export function MessageFields({ form }: FieldsProps) {
  useSignals();
  const t = useText(connectionsTexts);
  const field = useField(form);
  return (
    <>
      <TextArea
        {...field("complationMessage")}
        label={t("field.complationMessage")}
        help={t("field.complationHelp")}
      />
      <TextArea {...field("outOfHoursMessage")} label={t("field.outOfHoursMessage")} />
      <TextArea {...field("ratingMessage")} label={t("field.ratingMessage")} help={t("field.ratingHelp")} />
      <TextArea {...field("expiresInactiveMessage")} label={t("field.expiresInactiveMessage")} />
    </>
  );
}
