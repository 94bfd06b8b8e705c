import { useEffect, useRef, useState } from "react";
import type { ContactTicketPage } from "#inbox/tickets/of-contact/contract.ts";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { openTicketPage } from "#web/inbox/tickets/paths.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { openTicket } from "#web/inbox/tickets/tickets-api.ts";
import { api } from "#web/lib/api/api.ts";
import { whileAsking } from "#web/lib/keyboard/active-composer.ts";
import { session } from "#web/lib/session/session.ts";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type Conflict, conflictOf } from "./conflict.ts";

const NewTicketDialog = lazyLayer(async () =>
  (await import("./new-ticket-dialog.tsx")).loadNewTicketDialog(),
);

export interface StartConversationProps {
  readonly contact: ContactAnswer;
  /**
   * `ask`: the user pressed the button. `saved`: the contact was just saved, its ticket opens
   * (docs/rules/screens.md#contacts).
   */
  readonly why: "ask" | "saved";
  readonly onClose: () => void;
}

/** Opens the contact's open ticket, or else creates one; asks for the queue when there is a choice. */
export default function StartConversation({ contact, why, onClose }: StartConversationProps) {
  const [asking, setAsking] = useState<{ readonly conflict?: Conflict } | null>(null);
  const began = useRef(false);
  useEffect(() => {
    // Runs once despite repeated effects of React: it may create a ticket.
    if (began.current) return;
    began.current = true;
    void whileAsking((opened) => lead({ contact, why, onClose }, setAsking, opened));
  });
  return asking ? <NewTicketDialog contact={contact} {...asking} onClose={onClose} /> : null;
}

async function lead(
  { contact, why, onClose }: StartConversationProps,
  ask: (asking: { readonly conflict?: Conflict }) => void,
  opened: (uuid: string) => void,
): Promise<void> {
  const open = (uuid: string) => {
    openTicketPage(uuid, { view: "attending" });
    opened(uuid);
    onClose();
  };
  try {
    const running = contact.ticketsCount > 0 ? await runningOf(contact.id) : undefined;
    if (running) return open(running);
    const queueId = onlyQueue(why);
    if (queueId === undefined) return ask({});
    const { id: userId } = currentUser.peek();
    const whatsappId = session.user.peek()?.whatsappId ?? null;
    open((await openTicket({ contactId: contact.id, queueId, whatsappId, userId, status: "open" })).uuid);
  } catch (error) {
    const conflict = conflictOf(error);
    if (conflict?.userId === currentUser.peek().id && conflict.ticket.uuid) open(conflict.ticket.uuid);
    else if (conflict) ask({ conflict });
    else {
      toast.failure(error);
      onClose();
    }
  }
}

/** Uuid of an open ticket of the contact that the user may see: admins any, others their own. */
async function runningOf(contactId: number): Promise<string | undefined> {
  const { tickets } = await api.get<ContactTicketPage>(`/contacts/${contactId}/tickets`);
  const { id: userId, isAdmin } = currentUser.peek();
  return tickets.find(({ status, user }) => status === "open" && (isAdmin || user?.id === userId))?.uuid;
}

/** The queue when there is no choice (null = without queue, for admins); undefined = the user has to choose. */
function onlyQueue(why: StartConversationProps["why"]): number | null | undefined {
  const { isAdmin, queueIds } = currentUser.peek();
  if (isAdmin) return why === "saved" ? null : undefined;
  return queueIds.length === 1 ? queueIds[0] : undefined;
}
