import { useSignals } from "@preact/signals-react/runtime";
import AlarmClock from "lucide-react/icons/alarm-clock";
import AtSign from "lucide-react/icons/at-sign";
import Bell from "lucide-react/icons/bell";
import CheckCheck from "lucide-react/icons/check-check";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import StickyNote from "lucide-react/icons/sticky-note";
import Timer from "lucide-react/icons/timer";
import UserRoundCheck from "lucide-react/icons/user-round-check";
import type { ReactElement } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { navigate } from "wouter/use-browser-location";
import type { NotificationAnswer } from "#accounts/notifications/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { timeOrDate } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { noticeTexts } from "./locales/index.ts";
import { pathOf, personalNotices, wordsOf } from "./personal.ts";
import "./personal-list.css";

const ICONS: Partial<Record<NotificationAnswer["kind"], ReactElement>> = {
  mention: <AtSign />,
  participant_news: <StickyNote />,
  taken_over: <UserRoundCheck />,
  close_taken_back: <RotateCcw />,
  reminder_due: <AlarmClock />,
  woken: <AlarmClock />,
  sla_warning: <Timer />,
  sla_missed: <Timer />,
  follow_up_ended: <AlarmClock />,
};

/** The section of the bell with the user's personal notifications. */
export function PersonalList({ onChosen }: { readonly onChosen: () => void }) {
  useSignals();
  const t = useText(noticeTexts);
  const list = personalNotices.list.value;
  if (list.length === 0) return null;
  return (
    <section className="personal" aria-labelledby="personal-title">
      <header className="personal-head">
        <h3 id="personal-title">{t("personal.title")}</h3>
        {personalNotices.unread.value > 0 ? (
          <Button
            size="s"
            variant="ghost"
            icon={<CheckCheck />}
            onPress={() => void personalNotices.read("all").catch(toast.failure)}
          >
            {t("personal.readAll")}
          </Button>
        ) : null}
      </header>
      <ul>
        {list.map((notification) => (
          <li key={notification.id}>
            <ErrorBoundary part="notice" resetKey={notification} raw={notification.ticket?.name ?? ""}>
              <Personal notification={notification} onChosen={onChosen} />
            </ErrorBoundary>
          </li>
        ))}
      </ul>
      {personalNotices.hasMore.value ? (
        <Button size="s" variant="ghost" onPress={() => void personalNotices.loadMore().catch(toast.failure)}>
          {t("personal.more")}
        </Button>
      ) : null}
    </section>
  );
}

function Personal({
  notification,
  onChosen,
}: {
  readonly notification: NotificationAnswer;
  readonly onChosen: () => void;
}) {
  const t = useText(noticeTexts);
  const { id, kind, createdAt, readAt } = notification;
  const path = pathOf(notification);
  return (
    <AriaButton
      className="notice notice-personal"
      data-unread={readAt === null || undefined}
      onPress={() => {
        personalNotices.read(id).catch(toast.failure);
        if (path === null) return;
        navigate(path);
        onChosen();
      }}
    >
      <span className="personal-icon" aria-hidden="true">
        {ICONS[kind] ?? <Bell />}
      </span>
      <span className="notice-words">{wordsOf(t, notification)}</span>
      <time dateTime={createdAt}>{timeOrDate(createdAt)}</time>
      {readAt === null ? (
        <span className="personal-dot">
          <span className="visually-hidden">{t("personal.unread")}</span>
        </span>
      ) : null}
    </AriaButton>
  );
}
