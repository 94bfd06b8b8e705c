import type { AnnouncementAnswer } from "#provider/announcements/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { announcementCalls } from "./announcements-api.ts";
import { announcementTexts } from "./locales/index.ts";

interface Props {
  readonly announcement: AnnouncementAnswer;
  readonly onRemoved: (id: number) => void;
  readonly onClose: () => void;
}

/** Asks for confirmation, then deletes the announcement and its picture for every company. */
export function RemoveAnnouncement({ announcement, onRemoved, onClose }: Props) {
  const t = useText(announcementTexts);
  return (
    <ConfirmDelete
      title={t("remove.title", { name: announcement.title })}
      deleted={t("remove.deleted")}
      onDelete={async () => {
        await announcementCalls.remove(announcement.id);
        onRemoved(announcement.id);
      }}
      onClose={onClose}
    />
  );
}
