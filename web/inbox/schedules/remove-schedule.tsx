import { useText } from "#web/i18n/use-text.ts";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { scheduleTexts } from "./locales/index.ts";
import { type Schedule, scheduleCalls } from "./schedules-api.ts";

interface Props {
  readonly schedule: Schedule;
  readonly onRemoved: (id: number) => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before a scheduled message is deleted. */
export function RemoveSchedule({ schedule, onRemoved, onClose }: Props) {
  const t = useText(scheduleTexts);
  return (
    <ConfirmDelete
      title={t("remove.title", { name: schedule.contact.name })}
      deleted={t("remove.deleted")}
      onDelete={async () => {
        await scheduleCalls.remove(schedule.id);
        onRemoved(schedule.id);
      }}
      onClose={onClose}
    />
  );
}
