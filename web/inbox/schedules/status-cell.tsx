import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { scheduleTexts } from "./locales/index.ts";
import { type Schedule, scheduleCalls } from "./schedules-api.ts";
import { reasonOf, STATUS_TONES } from "./status.ts";

interface Props {
  readonly schedule: Schedule;
  readonly onChanged: (schedule: Schedule) => void;
}

/** State of a scheduled message; for a failed one the reason and a button to send it again. */
export function StatusCell({ schedule, onChanged }: Props) {
  const t = useText(scheduleTexts);
  const { id, status, sentAt, sendAt } = schedule;
  const reason = reasonOf(schedule, t);
  const resend = () =>
    scheduleCalls.update(id, { sendAt: new Date().toISOString() }).then((changed) => {
      onChanged(changed);
      toast.success(t("row.resent"));
    }, toast.failure);
  return (
    <div className="schedule-status">
      <Chip tone={STATUS_TONES[status]} shape="round">
        {t(`status.${status}`)}
      </Chip>
      {sentAt && formatDateTime(sentAt) !== formatDateTime(sendAt) ? (
        <small>{t("row.sentAt", { time: formatDateTime(sentAt) })}</small>
      ) : null}
      {reason ? (
        <>
          <small className="schedule-reason">{reason}</small>
          <Button size="s" onPress={() => void resend()}>
            {t("row.resend")}
          </Button>
        </>
      ) : null}
    </div>
  );
}
