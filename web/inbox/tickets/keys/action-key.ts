import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { Person } from "#inbox/tickets/policy.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import type pt from "#web/inbox/tickets/locales/pt.json";
import { currentUser } from "#web/inbox/tickets/store.ts";
import type { Hotkey } from "#web/lib/keyboard/hotkeys.ts";
import { boundKey, type Key } from "./key-map.ts";

/** An action with a shortcut; `Page`: what `isOffered` and `run` need of the page. */
interface KeyedAction<Page> {
  readonly key: Key;
  readonly isOffered: (user: Person, ticket: TicketAnswer, page: Page) => boolean;
  readonly run: (ticket: TicketAnswer, page: Page) => Promise<void> | void;
}

/** The shortcut of an action. `target`: the ticket it acts on at the time of the press. */
export function actionKey<Page>(
  { key, isOffered, run }: KeyedAction<Page>,
  t: Translate<typeof pt>,
  page: Page,
  target: () => TicketAnswer | undefined,
): Hotkey {
  const offered = () => {
    const ticket = target();
    return ticket && isOffered(currentUser.peek(), ticket, page) ? ticket : undefined;
  };
  return boundKey(key, t, {
    applies: () => offered() !== undefined,
    run: () => {
      const ticket = offered();
      if (ticket) void run(ticket, page);
    },
  });
}
