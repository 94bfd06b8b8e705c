import Mail from "lucide-react/icons/mail";
import { isOwner } from "#inbox/tickets/policy.ts";
import { lists } from "#web/inbox/tickets/store.ts";
import { setMarkedUnread } from "#web/inbox/tickets/tickets-api.ts";
import { leaveTicket, withErrorToast } from "./change-ticket.ts";
import type { HeaderAction } from "./ticket-action.ts";

/**
 * Marks the attendant's open ticket as unread and leaves its conversation, because an opened ticket counts as read
 * (docs/rules/triage.md#mark-unread). On a row that is marked already it removes the mark.
 */
export const markUnreadAction = {
  id: "markUnread",
  label: "head.markUnread",
  icon: <Mail />,
  key: { keys: "u", acts: "command", label: "keys.markUnread" },
  isOffered: isOwner,
  run: (ticket) =>
    withErrorToast(async () => {
      leaveTicket(ticket);
      lists.place(await setMarkedUnread(ticket.id, ticket.markedUnread !== true));
    }),
} satisfies HeaderAction;
