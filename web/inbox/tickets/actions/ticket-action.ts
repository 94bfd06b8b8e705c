import type { ReactNode } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { Person } from "#inbox/tickets/policy.ts";
import type { TextKey } from "#web/i18n/dictionary.ts";
import type { TicketDialog } from "#web/inbox/tickets/dialogs/ticket-dialogs.tsx";
import type { Key } from "#web/inbox/tickets/keys/key-map.ts";
import type pt from "#web/inbox/tickets/locales/pt.json";

/** The page of the open ticket, as its actions use it. */
export interface TicketPage {
  readonly isNarrow: boolean;
  readonly isDrawerOpen: boolean;
  readonly openDialog: (dialog: TicketDialog) => void;
  readonly toggleSearch: () => void;
  readonly toggleDrawer: () => void;
}

/** One action on a ticket: to whom it is offered, and what it does. */
export interface TicketAction {
  readonly id: string;
  /** Whether this user is offered it. The permissions are those of the server's policy. Reads signals. */
  readonly isOffered: (user: Person, ticket: TicketAnswer, page: TicketPage) => boolean;
  /** A returned promise is shown as work in progress on the button; the action shows its errors itself. */
  readonly run: (ticket: TicketAnswer, page: TicketPage) => Promise<void> | void;
  /** Its shortcut, for the keyboard, the sheet of shortcuts and the palette. */
  readonly key?: Key;
}

/** An action with a button or a menu item in the header. */
export interface HeaderAction extends TicketAction {
  readonly label: TextKey<typeof pt>;
  readonly icon: ReactNode;
  readonly tone?: "danger";
}

const known = new Map<string, readonly HeaderAction[]>();

/**
 * The actions of `all` that the user is offered, in their order. Tickets in the same state get the same array, so that their
 * buttons are not rendered again.
 */
export function offeredActions(
  all: readonly HeaderAction[],
  user: Person,
  ticket: TicketAnswer,
  page: TicketPage,
): readonly HeaderAction[] {
  const offered = all.filter((action) => action.isOffered(user, ticket, page));
  const ids = offered.map(({ id }) => id).join();
  const earlier = known.get(ids);
  if (earlier) return earlier;
  known.set(ids, offered);
  return offered;
}
