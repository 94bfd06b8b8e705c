import { useSignals } from "@preact/signals-react/runtime";
import Megaphone from "lucide-react/icons/megaphone";
import { useEffect, useMemo } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import type { AnnouncementAnswer } from "#provider/announcements/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { timeOrDate } from "#web/lib/format/dates.ts";
import { previewText } from "#web/lib/format/plain-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { announcementCalls } from "./announcements-api.ts";
import { announcementTexts } from "./locales/index.ts";
import { ReadModel } from "./read-model.ts";
import type { UnreadAnnouncements } from "./unread.ts";
import "./announcements.css";

interface Props {
  readonly unread: UnreadAnnouncements;
  readonly onOpen: (announcement: AnnouncementAnswer) => void;
}

/** The list of the announcements button: by priority, then newest first; unread ones are emphasized. */
export function AnnouncementsRead({ unread, onOpen }: Props) {
  useSignals();
  const t = useText(announcementTexts);
  const model = useMemo(() => new ReadModel({ calls: announcementCalls, unread }), [unread]);
  useEffect(() => model.rows.open(), [model]);
  return (
    <div className="announcements">
      <header className="announcements-head">
        <h2>{t("bell.title")}</h2>
        {unread.count.value > 0 ? (
          <Button size="s" variant="ghost" onPress={() => void model.openAll().catch(toast.failure)}>
            {t("bell.allRead")}
          </Button>
        ) : null}
      </header>
      <Rows
        model={model}
        onOpen={(announcement) => {
          void model.open(announcement).catch(toast.failure);
          onOpen(announcement);
        }}
      />
    </div>
  );
}

interface RowsProps {
  readonly model: ReadModel;
  readonly onOpen: (announcement: AnnouncementAnswer) => void;
}

function Rows({ model, onOpen }: RowsProps) {
  useSignals();
  const t = useText(announcementTexts);
  const { list } = model.rows;
  if (list.state.value === "error")
    return (
      <ErrorState title={t("bell.failed")} error={list.error.value} onRetry={() => void list.reload()} />
    );
  if (list.state.value !== "ready")
    return (
      <div className="announcements-wait" aria-busy="true">
        <Skeleton width="70%" height="16px" />
        <Skeleton width="45%" height="12px" />
      </div>
    );
  const rows = list.items.value;
  if (rows.length === 0)
    return <EmptyState picture={<Megaphone />} title={t("bell.empty")} text={t("bell.emptyText")} />;
  return (
    <ul className="announcements-list" onScroll={(event) => list.scrolled(event.currentTarget)}>
      {rows.map((row) => (
        <li key={row.id}>
          <Row announcement={row} isRead={model.read.value.has(row.id)} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  readonly announcement: AnnouncementAnswer;
  readonly isRead: boolean;
  readonly onOpen: (announcement: AnnouncementAnswer) => void;
}

function Row({ announcement, isRead, onOpen }: RowProps) {
  const t = useText(announcementTexts);
  const { title, text, priority, createdAt } = announcement;
  return (
    <AriaButton
      className={classNames("announcement-row", !isRead && "announcement-row-unread")}
      onPress={() => onOpen(announcement)}
    >
      <span className={`announcement-dot announcement-dot-${priority}`}>
        <span className="visually-hidden">
          {t("column.priority")}: {t(`priority.p${priority}`)}
        </span>
      </span>
      <span className="announcement-words">
        <span className="announcement-row-title">
          <span className="ellipsis">{title}</span>
          {isRead ? null : <span className="visually-hidden">({t("bell.unread")})</span>}
          <time dateTime={createdAt}>{timeOrDate(createdAt)}</time>
        </span>
        <span className="announcement-row-text ellipsis">{previewText(text)}</span>
      </span>
    </AriaButton>
  );
}
