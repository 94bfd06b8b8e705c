import { useSignals } from "@preact/signals-react/runtime";
import ArrowRightLeft from "lucide-react/icons/arrow-right-left";
import GripVertical from "lucide-react/icons/grip-vertical";
import { Button } from "react-aria-components/Button";
import { GridListItem } from "react-aria-components/GridList";
import { Link } from "wouter";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { rawLastMessage } from "#web/inbox/messages/bubble/message-summary.ts";
import { PriorityMark } from "#web/inbox/tickets/list/priority-mark.tsx";
import { RowMessage } from "#web/inbox/tickets/list/row-message.tsx";
import { WaitingChip } from "#web/inbox/tickets/list/waiting-chip.tsx";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { SlaChip } from "#web/inbox/tickets/sla/load.ts";
import { timeOrDate } from "#web/lib/format/dates.ts";
import { ListValues } from "#web/people/fields/list-values.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { dataColor } from "#web/ui/styles/color.ts";
import type { Board } from "./board.ts";
import { kanbanTexts } from "./locales/index.ts";

interface Props {
  readonly board: Board;
  readonly ticketId: number;
  readonly onMove: (ticketId: number, lane: number) => void;
}

/**
 * The list disables pointer events of the drag handle, which suits a mouse; on touch screens the handle needs them.
 */
const touchable = () => (matchMedia("(pointer: coarse)").matches ? { pointerEvents: "auto" as const } : {});

/** A ticket on the board: contact, last message, attendant, waiting time. */
export function Card({ board, ticketId, onMove }: Props) {
  useSignals();
  const ticket = board.tickets.get(ticketId);
  if (!ticket) return <GridListItem id={ticketId} textValue="…" />;
  return (
    <GridListItem
      id={ticketId}
      textValue={ticket.contact.name}
      className="kanban-card"
      data-card={ticketId}
      style={dataColor(ticket.queue?.color)}
    >
      <ErrorBoundary part="card" resetKey={ticket} raw={`${ticket.contact.name}\n${rawLastMessage(ticket)}`}>
        <CardBody board={board} ticket={ticket} onMove={onMove} />
      </ErrorBoundary>
    </GridListItem>
  );
}

interface BodyProps {
  readonly board: Board;
  readonly ticket: TicketAnswer;
  readonly onMove: (ticketId: number, lane: number) => void;
}

/** The contents of a card. */
export function CardBody({ board, ticket, onMove }: BodyProps) {
  useSignals();
  const t = useText(kanbanTexts);
  const words = useText(ticketTexts);
  const ticketId = ticket.id;
  const { contact, queue, user } = ticket;
  const lane = board.laneOf(ticketId);
  const lanes = board.lanes.value.map(({ id }) => id);
  const tags = ticket.tags.filter(({ id }) => !lanes.includes(id));
  return (
    <>
      <div className="kanban-card-head">
        <Avatar name={contact.name} picture={contact.profilePicUrl} size="s" />
        <Link
          href={`/tickets/${ticket.uuid}`}
          className="kanban-card-link ellipsis"
          draggable={false}
          dir="auto"
        >
          {contact.name}
        </Link>
        <PriorityMark ticket={ticket} />
        <Badge count={ticket.unreadMessages} label={words("row.unread", { count: ticket.unreadMessages })} />
        <Menu
          label={t("card.moveTo")}
          placement="bottom end"
          trigger={
            <IconButton size="s" label={t("card.move", { name: contact.name })}>
              <ArrowRightLeft />
            </IconButton>
          }
          groups={[
            {
              id: "lanes",
              title: t("card.moveTo"),
              items: board.lanes.value.map(({ id, tag }) => ({
                id: String(id),
                label: tag?.name ?? t("page.openLane"),
                icon: <i className="kanban-dot" style={dataColor(tag?.color)} />,
                isChosen: id === lane,
                onAction: () => onMove(ticketId, id),
              })),
            },
          ]}
        />
        <Button
          slot="drag"
          className="kanban-handle"
          style={touchable()}
          aria-label={t("card.drag", { name: contact.name })}
        >
          <GripVertical aria-hidden="true" />
        </Button>
      </div>
      <RowMessage ticket={ticket} id={`card-words-${ticketId}`} />
      <div className="kanban-card-foot">
        <span className="kanban-card-chips">
          <Chip color={queue?.color ?? null}>{queue?.name ?? t("page.noQueue")}</Chip>
          <ListValues of="ticket" values={ticket.fields} />
          {tags.map((tag) => (
            <Chip key={tag.id} color={tag.color} shape="round">
              {tag.name}
            </Chip>
          ))}
        </span>
        {ticket.sla ? <SlaChip sla={ticket.sla} /> : <WaitingChip since={ticket.waitingSince} />}
        <time dateTime={ticket.updatedAt}>{timeOrDate(ticket.updatedAt)}</time>
        {user ? (
          <span className="kanban-card-user" title={t("card.attendant", { name: user.name })}>
            <span className="visually-hidden">{t("card.attendant", { name: user.name })}</span>
            <Avatar name={user.name} size="s" />
          </span>
        ) : null}
      </div>
    </>
  );
}
