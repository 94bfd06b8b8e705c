import { useSignals } from "@preact/signals-react/runtime";
import CalendarClock from "lucide-react/icons/calendar-clock";
import CheckCheck from "lucide-react/icons/check-check";
import Copy from "lucide-react/icons/copy";
import IdCard from "lucide-react/icons/id-card";
import Search from "lucide-react/icons/search";
import Tag from "lucide-react/icons/tag";
import Trash2 from "lucide-react/icons/trash-2";
import type { ReactNode } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { can, session } from "#web/lib/session/session.ts";
import type { MenuItem } from "#web/ui/overlay/menu.tsx";
import type { HeaderAction } from "./header-actions.ts";

/** All commands of the header: buttons, and menu items. */
export type HeaderCommand =
  | HeaderAction
  | "search"
  | "contact"
  | "tags"
  | "schedule"
  | "protocol"
  | "silent"
  | "delete";

export interface HeaderMenuOptions {
  readonly mayResolve: boolean;
  /** Where there is no row of tags, they are chosen from here. */
  readonly isNarrow: boolean;
  readonly isDrawerOpen: boolean;
  readonly onCommand: (verb: HeaderCommand) => void;
}

/** What the options menu of a ticket offers to this person. */
export function useHeaderMenu({
  mayResolve,
  isNarrow,
  isDrawerOpen,
  onCommand,
}: HeaderMenuOptions): readonly MenuItem[] {
  useSignals();
  const t = useText(ticketTexts);
  const item = (id: HeaderCommand, label: string, icon: ReactNode) => ({
    id,
    label,
    icon,
    onAction: () => onCommand(id),
  });
  const items: MenuItem[] = [
    item("search", t("head.searchInside"), <Search />),
    item("contact", t(isDrawerOpen ? "head.hideContact" : "head.contactData"), <IdCard />),
  ];
  if (isNarrow) items.push(item("tags", t("head.tags"), <Tag />));
  if (session.hasPlan("useSchedules")) items.push(item("schedule", t("head.schedule"), <CalendarClock />));
  items.push(item("protocol", t("head.copyProtocol"), <Copy />));
  if (mayResolve) items.push(item("silent", t("head.resolveSilent"), <CheckCheck />));
  if (can("ticket-options:deleteTicket"))
    items.push({ ...item("delete", t("head.delete"), <Trash2 />), tone: "danger" });
  return items;
}
