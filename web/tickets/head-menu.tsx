import { useSignals } from "@preact/signals-react/runtime";
import CalendarClock from "lucide-react/icons/calendar-clock";
import CheckCheck from "lucide-react/icons/check-check";
import Copy from "lucide-react/icons/copy";
import IdCard from "lucide-react/icons/id-card";
import Search from "lucide-react/icons/search";
import Trash2 from "lucide-react/icons/trash-2";
import { useText } from "#web/i18n/use-text.ts";
import { can, session } from "#web/lib/session.ts";
import type { MenuItem } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast.ts";
import { onlooker } from "./desk.ts";
import { type HeadAction, headActions } from "./head-actions.ts";
import { HEAD_ICONS } from "./head-icons.tsx";
import { ticketTexts } from "./locales/index.ts";
import type { TicketHeadProps } from "./ticket-head.tsx";
import { resolveTicket } from "./ticket-verbs.ts";

/** What the options menu of a ticket offers to this person; `verbs` are those without a button of their own. */
export function useHeadMenu(
  props: TicketHeadProps,
  verbs: readonly HeadAction[],
  run: (action: HeadAction) => void,
): readonly MenuItem[] {
  useSignals();
  const t = useText(ticketTexts);
  const { ticket, onDialog, onDrawer, onSearch, isDrawerOpen } = props;
  const items: MenuItem[] = [
    ...verbs.map((action) => ({
      id: action,
      label: t(`head.${action}`),
      icon: HEAD_ICONS[action],
      onAction: () => run(action),
    })),
    { id: "search", label: t("head.searchInside"), icon: <Search />, onAction: onSearch },
    {
      id: "contact",
      label: t(isDrawerOpen ? "head.hideContact" : "head.contactData"),
      icon: <IdCard />,
      onAction: onDrawer,
    },
    ...(session.hasPlan("useSchedules")
      ? [
          {
            id: "schedule",
            label: t("head.schedule"),
            icon: <CalendarClock />,
            onAction: () => onDialog({ kind: "schedule" }),
          },
        ]
      : []),
    {
      id: "protocol",
      label: t("head.copyProtocol"),
      icon: <Copy />,
      onAction: () => {
        void navigator.clipboard.writeText(ticket.protocol).then(
          () => toast.success(t("head.protocolCopied")),
          (error: unknown) => toast.failure(error),
        );
      },
    },
  ];
  if (headActions(ticket, onlooker.value).includes("resolve")) {
    items.push({
      id: "silent",
      label: t("head.resolveSilent"),
      icon: <CheckCheck />,
      onAction: () => void resolveTicket(ticket, true),
    });
  }
  if (can("ticket-options:deleteTicket")) {
    items.push({
      id: "delete",
      label: t("head.delete"),
      icon: <Trash2 />,
      tone: "danger",
      onAction: () => onDialog({ kind: "deleteTicket" }),
    });
  }
  return items;
}
