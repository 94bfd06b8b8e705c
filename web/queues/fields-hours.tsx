import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { WeekGrid } from "#web/opening-hours/week-grid.tsx";
import type { FieldsProps } from "./fields-general.tsx";
import { queueTexts } from "./locales/index.ts";

/** When the queue is open. */
export function HourFields({ form }: FieldsProps) {
  useSignals();
  const t = useText(queueTexts);
  return (
    <>
      <p className="field-help">{t("field.hoursHelp")}</p>
      <WeekGrid value={form.value("schedules")} onChange={(spans) => form.set("schedules", spans)} />
    </>
  );
}
