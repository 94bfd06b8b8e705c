import { useSignals } from "@preact/signals-react/runtime";
import ArrowLeft from "lucide-react/icons/arrow-left";
import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import { useState } from "react";
import { navigate } from "wouter/use-browser-location";
import type { TicketAnswer } from "#tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { onlooker } from "./desk.ts";
import { type HeadAction, headActions } from "./head-actions.ts";
import { HEAD_ICONS } from "./head-icons.tsx";
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

/** Whose conversation this is, and what to do with the ticket. */
export function TicketHead(props: TicketHeadProps) {
  useSignals();
  const t = useText(ticketTexts);
  const { ticket, isNarrow, onDialog, onDrawer } = props;
  const [working, setWorking] = useState<HeadAction | null>(null);
  const { contact } = ticket;

  const run = (action: HeadAction) => {
    if (action === "transfer") return onDialog({ kind: "transfer" });
    const work = { accept: acceptTicket, return: returnTicket, resolve: resolveTicket, reopen: reopenTicket }[
      action
    ];
    setWorking(action);
    void work(ticket).finally(() => setWorking(null));
  };
  const actions = headActions(ticket, onlooker.value);
  // On a phone only the likeliest verb has room; the others open the menu.
  const outside = isNarrow ? actions.slice(-1) : actions;
  const inside = actions.slice(0, actions.length - outside.length);
  const menu = useHeadMenu(props, inside, run);
  return (
    <header className="head">
      {isNarrow ? (
        <IconButton label={t("page.back")} onPress={() => navigate(showList())}>
          <ArrowLeft />
        </IconButton>
      ) : null}
      <button type="button" className="head-who" title={t("head.contactData")} onClick={onDrawer}>
        <Avatar name={contact.name} picture={contact.profilePicUrl} className="head-avatar" />
        <span className="head-words">
          <strong className="ellipsis" dir="auto">
            {contact.name}
          </strong>
          <HeadLine ticket={ticket} />
        </span>
      </button>
      <div className="head-actions">
        {outside.map((action, at) => {
          const isPrimary = at === outside.length - 1;
          const label = t(`head.${action}`);
          return (
            <Button
              key={action}
              className="head-action"
              variant={isPrimary ? "primary" : "secondary"}
              icon={HEAD_ICONS[action]}
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
