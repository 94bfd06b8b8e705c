import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { changesOn, messageActions } from "#web/inbox/messages/bubble/message-actions.ts";
import { MessageMenu, type MessageMenuProps } from "#web/inbox/messages/bubble/message-menu.tsx";
import { currentUser } from "#web/inbox/tickets/store.ts";

export interface TicketMessageMenuProps extends Omit<MessageMenuProps, "actions"> {
  readonly ticket: TicketAnswer | null;
  readonly canWrite: boolean;
}

/** The menu of a message to or from a customer, with the actions that the user and the network allow. */
export function TicketMessageMenu({ ticket, canWrite, ...props }: TicketMessageMenuProps) {
  const { id: userId, isAdmin } = currentUser.peek();
  const changes = ticket ? changesOn(ticket) : "none";
  const actions = messageActions(
    props.message,
    { userId, isAdmin, canWrite, changes, translates: true },
    Date.now(),
  );
  return <MessageMenu {...props} actions={actions} />;
}
