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
import type { HeadAction } from "./header-actions.ts";

/** Everything the head can do: what has a button, and what stands in the menu alone. */
export type HeadVerb =
  | HeadAction
  | "search"
  | "contact"
  | "tags"
  | "schedule"
  | "protocol"
  | "silent"
  | "delete";

export interface HeadMenuOptions {
  readonly mayResolve: boolean;
  /** Where there is no row of tags, they are chosen from here. */
  readonly isNarrow: boolean;
  readonly isDrawerOpen: boolean;
  readonly onVerb: (verb: HeadVerb) => void;
}

/** What the options menu of a ticket offers to this person. */
export function useHeadMenu({
  mayResolve,
  isNarrow,
  isDrawerOpen,
  onVerb,
}: HeadMenuOptions): readonly MenuItem[] {
  useSignals();
  const t = useText(ticketTexts);
  const item = (id: HeadVerb, label: string, icon: ReactNode) => ({
    id,
    label,
    icon,
    onAction: () => onVerb(id),
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
