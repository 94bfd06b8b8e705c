import { useSignals } from "@preact/signals-react/runtime";
import Eye from "lucide-react/icons/eye";
import { type MouseEvent, memo } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { mayPreview } from "#inbox/tickets/policy.ts";
import { useText } from "#web/i18n/use-text.ts";
import { rawLastMessage } from "#web/inbox/messages/bubble/message-summary.ts";
import { snoozeAction } from "#web/inbox/tickets/actions/snooze.tsx";
import { RowPick } from "#web/inbox/tickets/bulk/row-pick.tsx";
import { isSelecting, selectTo, toggleRow } from "#web/inbox/tickets/bulk/selection.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { openTicketPage, ticketHref } from "#web/inbox/tickets/paths.ts";
import { readingRules } from "#web/inbox/tickets/reading-rules.ts";
import { SlaChip } from "#web/inbox/tickets/sla/load.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { timeOrDate } from "#web/lib/format/dates.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { dataColor } from "#web/ui/styles/color.ts";
import { PriorityMark } from "./priority-mark.tsx";
import { RowActions } from "./row-actions.tsx";
import { RowMessage } from "./row-message.tsx";
import { SnoozeChip } from "./snooze-chip.tsx";
import { TagDots } from "./tag-dots.tsx";
import { useSwipe } from "./use-swipe.ts";
import { WaitingChip } from "./waiting-chip.tsx";
import "./ticket-row.css";

const FieldChips = lazy(
  async () => (await import("#web/people/fields/list-values.tsx")).loadListValues(),
  undefined,
  { isExtra: true },
);
const ChannelIcon = lazy(
  async () => (await import("#web/ui/display/channel-icon.tsx")).ChannelIcon,
  undefined,
  { isExtra: true },
);

const hasValues = (values: TicketAnswer["fields"]): boolean =>
  values !== undefined && Object.keys(values).length > 0;

/** A promised time is shown instead of the waiting time. */
const hasResponseTime = ({ sla }: TicketAnswer): boolean => sla != null && sla.target !== "resolution";

/** A finger selects by a long press, which browsers report as a context menu. */
const isTouch = (): boolean => globalThis.matchMedia("(pointer: coarse)").matches;

export interface TicketRowProps {
  readonly ticket: TicketAnswer;
  readonly isShown: boolean;
  /** True for the one row of the list that is in the tab order. */
  readonly isCurrent: boolean;
  readonly ownId: number;
  readonly onSpy: ((ticket: TicketAnswer) => void) | null;
  /** Called when a waiting ticket is pressed: it must be accepted first. */
  readonly onMustAccept: (ticket: TicketAnswer) => void;
}

/** One ticket of the list. The whole row is one link; its buttons are beside it. */
export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  useSignals();
  const t = useText(ticketTexts);
  const { ticket, isShown, isCurrent, ownId, onSpy, onMustAccept } = props;
  const { contact, queue } = ticket;
  const isPending = ticket.status === "pending";
  // A waiting ticket is accepted first, unless the company lets people read it before.
  const mustAccept = isPending && !(readingRules().previewing && mayPreview(currentUser.value, ticket));
  const isUnread = ticket.unreadMessages > 0 || ticket.markedUnread === true;
  // The time of the message that the row shows.
  const shownAt = (isPending ? ticket.lastCustomerMessageAt : null) ?? ticket.updatedAt;
  const mayPull = snoozeAction.isOffered(currentUser.value, ticket);
  const pull = useSwipe(t("head.snooze"), mayPull ? () => snoozeAction.run(ticket) : null);
  const press = (event: MouseEvent) => {
    const selects = isSelecting.peek();
    if (event.metaKey || event.ctrlKey || (event.shiftKey && !selects)) return;
    event.preventDefault();
    if (event.shiftKey) selectTo(ticket.id);
    else if (selects && isTouch()) toggleRow(ticket.id);
    else if (mustAccept) onMustAccept(ticket);
    else openTicketPage(ticket.uuid);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the virtual list has elements of its own between itself and a row
    <div
      className={classNames("row", isShown && "row-on", isUnread && "row-new")}
      style={dataColor(queue?.color)}
      role="listitem"
      data-ticket={ticket.id}
      {...pull}
    >
      <a
        className="row-link"
        href={mustAccept ? undefined : ticketHref(ticket.uuid)}
        {...(mustAccept ? { role: "button" } : {})}
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isShown ? "true" : undefined}
        aria-labelledby={`row-name-${ticket.id} row-words-${ticket.id}`}
        aria-describedby={ticket.sla ? `row-sla-${ticket.id}` : undefined}
        onClick={press}
        onContextMenu={(event) => {
          if (!isTouch()) return;
          event.preventDefault();
          toggleRow(ticket.id);
        }}
      />
      <RowPick ticket={ticket} />
      <div className="row-body">
        <div className="row-head">
          <PriorityMark ticket={ticket} />
          <span className="row-name ellipsis" id={`row-name-${ticket.id}`} dir="auto">
            {contact.name}
          </span>
          {onSpy ? (
            <button
              type="button"
              className="row-spy"
              tabIndex={isCurrent ? 0 : -1}
              title={t("row.spy")}
              aria-label={t("row.of", { action: t("row.spy"), name: contact.name })}
              onClick={() => onSpy(ticket)}
            >
              <Eye aria-hidden="true" />
            </button>
          ) : null}
          <time dateTime={shownAt}>{timeOrDate(shownAt)}</time>
        </div>
        <div className="row-line">
          <RowMessage ticket={ticket} id={`row-words-${ticket.id}`} />
          {isPending && ticket.userDistributed !== null ? (
            <Chip
              shape="round"
              className="row-wait"
              tone={ticket.userDistributed === ownId ? "primary" : "neutral"}
            >
              {t(ticket.userDistributed === ownId ? "row.yourTurn" : "row.offered")}
            </Chip>
          ) : null}
          {ticket.sla ? <SlaChip sla={ticket.sla} id={`row-sla-${ticket.id}`} /> : null}
          {ticket.status === "closed" || hasResponseTime(ticket) ? null : (
            <WaitingChip since={ticket.waitingSince} />
          )}
          {isUnread && ticket.unreadMessages === 0 ? (
            <span
              className="row-dot"
              role="img"
              title={t("row.markedUnread")}
              aria-label={t("row.markedUnread")}
            />
          ) : null}
          <Badge count={ticket.unreadMessages} label={t("row.unread", { count: ticket.unreadMessages })} />
        </div>
        <div className="row-foot">
          <div className="row-chips">
            <Chip color={queue?.color ?? null}>{queue?.name ?? t("row.noQueue")}</Chip>
            <Chip icon={ticket.channel === "whatsapp" ? null : <ChannelIcon channel={ticket.channel} />}>
              {ticket.whatsapp.name}
            </Chip>
            <SnoozeChip ticket={ticket} />
            {ticket.chatbot || ticket.useIntegration ? (
              <Chip tone="primary" className="row-bot">
                {t("row.bot")}
              </Chip>
            ) : null}
            {ticket.user ? <Chip className="row-person">{ticket.user.name}</Chip> : null}
            {hasValues(ticket.fields) ? <FieldChips of="ticket" values={ticket.fields} /> : null}
            <TagDots tags={ticket.tags} />
          </div>
          <RowActions ticket={ticket} isCurrent={isCurrent} />
        </div>
      </div>
    </div>
  );
});

/** Replaces a row that failed to render: the name and the last message as plain text; a press opens the ticket. */
export function RawTicketRow({ ticket, isShown }: Pick<TicketRowProps, "ticket" | "isShown">) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div className={classNames("row", isShown && "row-on")} role="listitem" data-ticket={ticket.id}>
      <a className="row-body" href={ticketHref(ticket.uuid)}>
        <span className="row-name ellipsis">{ticket.contact.name}</span>
        <span className="row-message ellipsis raw-text">{rawLastMessage(ticket)}</span>
      </a>
    </div>
  );
}
