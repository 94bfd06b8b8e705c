import Undo2 from "lucide-react/icons/undo-2";
import { mayReturn } from "#inbox/tickets/policy.ts";
import { text } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { acceptTicket } from "./accept.tsx";
import { advanceFrom } from "./advance.ts";
import { changeTicket, withErrorToast } from "./change-ticket.ts";
import type { HeaderAction } from "./ticket-action.ts";

/** Returns an open ticket to its queue; its former attendant can accept it again with one press. */
export const returnAction = {
  id: "return",
  label: "head.return",
  icon: <Undo2 />,
  key: { keys: "b", acts: "command", label: "keys.return" },
  isOffered: (user, ticket) => ticket.status === "open" && mayReturn(user, ticket),
  run: (ticket) =>
    withErrorToast(async () => {
      const waiting = await changeTicket(ticket, { status: "pending", userId: null });
      const words = text(ticketTexts, "verb.returned");
      if (ticket.userId === currentUser.peek().id)
        toast.info(words, { label: text(common, "action.undo"), run: () => void acceptTicket(waiting) });
      else toast.success(words);
      advanceFrom(ticket);
    }),
} satisfies HeaderAction;
