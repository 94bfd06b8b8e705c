import type { AnnouncementAnswer } from "#announcements/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { toast } from "#web/ui/toast.ts";
import { announcementCalls } from "./announcements-api.ts";
import { announcementTexts } from "./locales/index.ts";

interface Props {
  readonly announcement: AnnouncementAnswer;
  readonly onRemoved: (id: number) => void;
  readonly onClose: () => void;
}

/** Asks, then deletes the announcement and its picture for every company. */
export function RemoveAnnouncement({ announcement, onRemoved, onClose }: Props) {
  const t = useText(announcementTexts);
  const words = useText(common);
  const remove = async () => {
    await announcementCalls.remove(announcement.id);
    onRemoved(announcement.id);
    toast.success(t("remove.deleted"));
  };
  return (
    <Confirm
      title={t("remove.title", { name: announcement.title })}
      confirmLabel={words("action.delete")}
      onConfirm={remove}
      onClose={onClose}
    >
      {words("confirm.deleteText")}
    </Confirm>
  );
}
