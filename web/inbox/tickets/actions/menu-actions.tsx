import CalendarClock from "lucide-react/icons/calendar-clock";
import Copy from "lucide-react/icons/copy";
import IdCard from "lucide-react/icons/id-card";
import Search from "lucide-react/icons/search";
import Split from "lucide-react/icons/split";
import Tag from "lucide-react/icons/tag";
import Trash2 from "lucide-react/icons/trash-2";
import Users from "lucide-react/icons/users";
import { text } from "#web/i18n/dictionary.ts";
import { hasOtherConnections } from "#web/inbox/tickets/conversation/other-connections.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { ticketViewOf } from "#web/inbox/tickets/store.ts";
import { can, session } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { HeaderAction } from "./ticket-action.ts";

/** Short menu items of the header that open a panel or dialog or copy a value; too small for one file each. */

export const searchAction: HeaderAction = {
  id: "search",
  label: "head.searchInside",
  icon: <Search />,
  isOffered: () => true,
  run: (_, page) => page.toggleSearch(),
};

export const showContactAction: HeaderAction = {
  id: "contact",
  label: "head.contactData",
  icon: <IdCard />,
  isOffered: (_, __, page) => !page.isDrawerOpen,
  run: (_, page) => page.toggleDrawer(),
};

export const hideContactAction: HeaderAction = {
  ...showContactAction,
  id: "hideContact",
  label: "head.hideContact",
  isOffered: (_, __, page) => page.isDrawerOpen,
};

/** Offered only on pages without the tag bar below the header. */
export const tagsAction: HeaderAction = {
  id: "tags",
  label: "head.tags",
  icon: <Tag />,
  isOffered: (_, __, page) => page.isNarrow,
  run: (_, page) => page.openDialog({ kind: "tags" }),
};

export const participantsAction: HeaderAction = {
  id: "participants",
  label: "head.participants",
  icon: <Users />,
  isOffered: () => true,
  run: (_, page) => page.openDialog({ kind: "participants" }),
};

/** Offered only on pages without the bar of the contact's other connections. */
export const connectionsAction: HeaderAction = {
  id: "connections",
  label: "head.connections",
  icon: <Split />,
  isOffered: (_, ticket, page) => page.isNarrow && hasOtherConnections(ticketViewOf(ticket.id)),
  run: (_, page) => page.openDialog({ kind: "connections" }),
};

export const scheduleAction: HeaderAction = {
  id: "schedule",
  label: "head.schedule",
  icon: <CalendarClock />,
  isOffered: () => session.hasPlan("useSchedules"),
  run: (_, page) => page.openDialog({ kind: "schedule" }),
};

export const copyProtocolAction: HeaderAction = {
  id: "protocol",
  label: "head.copyProtocol",
  icon: <Copy />,
  isOffered: () => true,
  run: ({ protocol }) =>
    void navigator.clipboard.writeText(protocol).then(
      () => toast.success(text(ticketTexts, "head.protocolCopied")),
      (error: unknown) => toast.failure(error),
    ),
};

export const deleteAction: HeaderAction = {
  id: "delete",
  label: "head.delete",
  icon: <Trash2 />,
  tone: "danger",
  isOffered: () => can("ticket-options:deleteTicket"),
  run: (_, page) => page.openDialog({ kind: "deleteTicket" }),
};
