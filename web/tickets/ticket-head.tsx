import { useSignals } from "@preact/signals-react/runtime";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowLeftRight from "lucide-react/icons/arrow-left-right";
import Check from "lucide-react/icons/check";
import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import Undo2 from "lucide-react/icons/undo-2";
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import type { TicketAnswer } from "#tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { onlooker } from "./desk.ts";
import { type HeadAction, headActions } from "./head-actions.ts";
import { HeadLine } from "./head-line.tsx";
import { useHeadMenu } from "./head-menu.tsx";
import { ticketTexts } from "./locales/index.ts";
import { showList } from "./places.ts";
import type { RoomDialog } from "./room-dialogs.tsx";
import { acceptTicket, reopenTicket, resolveTicket, returnTicket } from "./ticket-verbs.ts";
import "./ticket-head.css";

export interface TicketHeadProps {
  readonly ticket: TicketAnswer;
  readonly isNarrow: boolean;
  readonly isDrawerOpen: boolean;
  readonly onDialog: (dialog: RoomDialog) => void;
  readonly onSearch: () => void;
  readonly onDrawer: () => void;
}

const ICONS: Readonly<Record<HeadAction, ReactNode>> = {
  accept: <Check />,
  return: <Undo2 />,
  transfer: <ArrowLeftRight />,
  resolve: <Check />,
  reopen: <RotateCcw />,
};

/** Whose conversation this is, and what to do with the ticket. */
export function TicketHead(props: TicketHeadProps) {
  useSignals();
  const t = useText(ticketTexts);
  const { ticket, isNarrow, onDialog, onDrawer } = props;
  const [, navigate] = useLocation();
  const [working, setWorking] = useState<HeadAction | null>(null);
  const menu = useHeadMenu(props);
  const { contact } = ticket;

  const run = (action: HeadAction) => {
    if (action === "transfer") return onDialog({ kind: "transfer" });
    const work = { accept: acceptTicket, return: returnTicket, resolve: resolveTicket, reopen: reopenTicket }[
      action
    ];
    setWorking(action);
    void work(ticket).finally(() => setWorking(null));
  };
  return (
    <header className="head">
      {isNarrow ? (
        <IconButton label={t("page.back")} onPress={() => navigate(showList())}>
          <ArrowLeft />
        </IconButton>
      ) : null}
      <button
        type="button"
        className="head-who"
        aria-label={`${contact.name}: ${t("head.contactData")}`}
        onClick={onDrawer}
      >
        <Avatar name={contact.name} picture={contact.profilePicUrl} className="head-avatar" />
        <span className="head-words">
          <strong className="ellipsis" dir="auto">
            {contact.name}
          </strong>
          <HeadLine ticket={ticket} />
        </span>
      </button>
      <div className="head-actions">
        {headActions(ticket, onlooker.value).map((action, at, all) => {
          const isPrimary = at === all.length - 1;
          const label = t(`head.${action}`);
          return (
            <Button
              key={action}
              className="head-action"
              variant={isPrimary ? "primary" : "secondary"}
              icon={ICONS[action]}
              aria-label={label}
              isPending={working === action}
              onPress={() => run(action)}
            >
              {label}
            </Button>
          );
        })}
        <Menu
          label={t("head.more")}
          items={menu}
          trigger={
            <IconButton label={t("head.more")}>
              <EllipsisVertical />
            </IconButton>
          }
        />
      </div>
    </header>
  );
}
