import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { toast } from "#web/ui/toast.ts";
import { scheduleTexts } from "./locales/index.ts";
import { type Schedule, scheduleCalls } from "./schedules-api.ts";

interface Props {
  readonly schedule: Schedule;
  readonly onRemoved: (id: number) => void;
  readonly onClose: () => void;
}

/** Asks before a scheduled message is deleted. */
export function RemoveSchedule({ schedule, onRemoved, onClose }: Props) {
  const t = useText(scheduleTexts);
  const words = useText(common);
  return (
    <Confirm
      title={t("remove.title", { name: schedule.contact.name })}
      confirmLabel={words("action.delete")}
      onClose={onClose}
      onConfirm={async () => {
        await scheduleCalls.remove(schedule.id);
        toast.success(t("remove.deleted"));
        onRemoved(schedule.id);
      }}
    >
      {t("remove.text")}
    </Confirm>
  );
}
