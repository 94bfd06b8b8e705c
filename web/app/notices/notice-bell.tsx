import { useSignals } from "@preact/signals-react/runtime";
import Bell from "lucide-react/icons/bell";
import BellOff from "lucide-react/icons/bell-off";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Suspense, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { navigate } from "wouter/use-browser-location";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { shell } from "#web/app/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { lastWords } from "#web/inbox/messages/bubble/message-summary.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { timeOrDate } from "#web/lib/format/dates.ts";
import { askNoticePermission, noticePermission } from "#web/lib/page/notifications.ts";
import { works } from "#web/operations/background-tasks/works-model.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { adminNotices } from "./admin-notices.ts";
import { noticeTexts } from "./locales/index.ts";
import { notices } from "./notices.ts";
import { personalNotices } from "./personal.ts";

const WorksList = lazy(
  async () => (await import("#web/operations/background-tasks/works-list.tsx")).WorksList,
  undefined,
  {
    isExtra: true,
  },
);

const PersonalList = lazy(async () => (await import("./personal-list.tsx")).PersonalList, undefined, {
  isExtra: true,
});

/** The bell with its unread count, and the list of the tickets it counts. */
export function NoticeBell() {
  useSignals();
  const t = useText(shell);
  const count = notices.count.value + adminNotices.list.value.length + personalNotices.unread.value;
  return (
    <Popover
      label={t("top.notifications")}
      trigger={
        <IconButton
          label={t("top.notifications")}
          badge={count > 0 ? (count > 9 ? "9+" : String(count)) : null}
        >
          <Bell />
        </IconButton>
      }
    >
      {(close) => (
        <div className="notices">
          <h2 className="notices-title">{t("top.notifications")}</h2>
          {/* One scrolling box of at most 350 px for the whole list (docs/rules/forms.md#pages). */}
          <div className="notices-list" onScroll={(event) => void notices.scrolled(event.currentTarget)}>
            <Suspense>
              <WorksList onChosen={close} />
              <AdminNoticeList onChosen={close} />
              <PersonalList onChosen={close} />
            </Suspense>
            <NoticeList onChosen={close} />
          </div>
          <NoticePermission />
        </div>
      )}
    </Popover>
  );
}

function NoticeList({ onChosen }: { readonly onChosen: () => void }) {
  useSignals();
  const t = useText(shell);
  const tickets = notices.tickets.value;
  const others = adminNotices.list.value.length + works.list.value.length + personalNotices.list.value.length;
  if (tickets.length === 0 && others > 0) return null;
  if (tickets.length === 0) {
    return <EmptyState picture={<BellOff />} title={t("notices.empty")} text={t("notices.emptyText")} />;
  }
  return (
    <ul>
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <ErrorBoundary part="notice" resetKey={ticket} raw={ticket.contact.name}>
            <Notice ticket={ticket} onChosen={onChosen} />
          </ErrorBoundary>
        </li>
      ))}
    </ul>
  );
}

/** The notices to admins; a press opens the page that can fix the problem and removes the notice. */
function AdminNoticeList({ onChosen }: { readonly onChosen: () => void }) {
  useSignals();
  const t = useText(noticeTexts);
  return adminNotices.list.value.map(({ id, code, name, at, path }) => (
    <AriaButton
      key={id}
      className="notice notice-admin"
      onPress={() => {
        adminNotices.dismiss(id);
        navigate(path);
        onChosen();
      }}
    >
      <TriangleAlert aria-hidden="true" />
      <span className="notice-words">{t(`notice.${code}`, { name })}</span>
      <time dateTime={new Date(at).toISOString()}>{timeOrDate(at)}</time>
    </AriaButton>
  ));
}

/** One ticket; a pending one opens the ticket list, because it must be accepted first. */
function Notice({ ticket, onChosen }: { readonly ticket: TicketAnswer; readonly onChosen: () => void }) {
  const t = useText(shell);
  const m = useText(messages);
  return (
    <AriaButton
      className="notice"
      onPress={() => {
        navigate(ticket.status === "pending" ? "/tickets?view=waiting" : `/tickets/${ticket.uuid}`);
        onChosen();
      }}
    >
      <Avatar name={ticket.contact.name} picture={ticket.contact.profilePicUrl} />
      <span className="notice-words">
        <span className="notice-name">
          <span className="ellipsis">{ticket.contact.name}</span>
          <time dateTime={ticket.updatedAt}>{timeOrDate(ticket.updatedAt)}</time>
        </span>
        <span className="notice-text">
          <span className="ellipsis">{lastWords(ticket, m)}</span>
          <Badge
            count={ticket.unreadMessages}
            label={t("notices.unread", { count: ticket.unreadMessages })}
          />
        </span>
      </span>
    </AriaButton>
  );
}

/** Asks once for permission to show notifications; hidden after the answer. */
function NoticePermission() {
  const t = useText(shell);
  const [permission, setPermission] = useState(noticePermission);
  if (permission !== "default") return null;
  const ask = async () => {
    const granted = await askNoticePermission();
    setPermission(noticePermission());
    if (granted) toast.success(t("notices.enabled"));
    else toast.info(t("notices.refused"));
  };
  return (
    <div className="notices-ask">
      <Button size="s" variant="ghost" icon={<Bell />} onPress={ask}>
        {t("notices.enable")}
      </Button>
    </div>
  );
}
