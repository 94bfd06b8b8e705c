import { useSignals } from "@preact/signals-react/runtime";
import Clock from "lucide-react/icons/clock";
import { Link } from "wouter";
import { WeekGrid } from "#web/accounts/opening-hours/week-grid.tsx";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { Callout } from "#web/ui/state/callout.tsx";
import type { FieldsProps } from "./fields-general.tsx";
import { queueTexts } from "./locales/index.ts";

/** Opening hours of the queue. */
export function HourFields({ form }: FieldsProps) {
  useSignals();
  const t = useText(queueTexts);
  const scheduleType = session.setting("scheduleType") ?? "disabled";
  // These hours apply only while the company sets opening hours per queue.
  const idle = scheduleType === "queue" ? null : scheduleType;
  return (
    <>
      {idle ? (
        <Callout tone="waiting" icon={<Clock aria-hidden="true" />}>
          {t(idle === "company" ? "field.hoursIdle_company" : "field.hoursIdle_disabled")}{" "}
          <Link href="/settings">{t("field.hoursChange")}</Link>
        </Callout>
      ) : null}
      <p className="field-help">{t("field.hoursHelp")}</p>
      <WeekGrid value={form.value("schedules")} onChange={(spans) => form.set("schedules", spans)} />
    </>
  );
}
