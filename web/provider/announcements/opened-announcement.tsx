import type { ComponentType } from "react";
import type { AnnouncementAnswer } from "#provider/announcements/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { announcementTexts } from "./locales/index.ts";
import { PriorityChip } from "./priority-chip.tsx";
import "./announcements.css";

interface Props {
  readonly announcement: AnnouncementAnswer;
  /** Renders a text with WhatsApp formatting and links. */
  readonly Text: ComponentType<{ readonly text: string }>;
  readonly onClose: () => void;
}

/** One announcement in full: its formatted text with links, and its picture. */
export function OpenedAnnouncement({ announcement, Text, onClose }: Props) {
  const t = useText(announcementTexts);
  const { title, text, priority, createdAt, mediaPath } = announcement;
  return (
    <Dialog title={title} onClose={onClose}>
      <article className="announcement-full">
        <p className="announcement-about">
          <PriorityChip priority={priority} />
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </p>
        <div className="announcement-text">
          <Text text={text} />
        </div>
        {mediaPath ? (
          <a href={mediaPath} target="_blank" rel="noopener" className="announcement-picture">
            <img src={mediaPath} alt={t("bell.picture")} loading="lazy" />
          </a>
        ) : null}
      </article>
    </Dialog>
  );
}
