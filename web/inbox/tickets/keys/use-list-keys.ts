import { navigate } from "wouter/use-browser-location";
import { useText } from "#web/i18n/use-text.ts";
import { acceptAction } from "#web/inbox/tickets/actions/accept.tsx";
import { macrosAction } from "#web/inbox/tickets/actions/macros.tsx";
import { markUnreadAction } from "#web/inbox/tickets/actions/mark-unread.tsx";
import { togglePinAction } from "#web/inbox/tickets/actions/pin.tsx";
import { priorityAction } from "#web/inbox/tickets/actions/priority.tsx";
import { snoozeAction } from "#web/inbox/tickets/actions/snooze.tsx";
import { isSelecting, selectTo, toggleRow } from "#web/inbox/tickets/bulk/selection.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { changeFilter, listHref, openTicketPage } from "#web/inbox/tickets/paths.ts";
import { shownRows } from "#web/inbox/tickets/store.ts";
import { composerState } from "#web/lib/keyboard/active-composer.ts";
import { useHotkeys } from "#web/lib/keyboard/use-hotkeys.ts";
import { actionKey } from "./action-key.ts";
import { focusedTicket, targetTicket } from "./focused-ticket.ts";
import { boundKey, LIST_KEYS } from "./key-map.ts";
import { rowCursor } from "./use-row-keys.ts";

/** Actions on the row that has the focus. */
const ROW_ACTIONS = [priorityAction, markUnreadAction, togglePinAction, snoozeAction, macrosAction];

/** Keys of the list of tickets (docs/rules/keyboard.md#keys-of-the-ticket-page). */
export function useListKeys(shownUuid: string | null, onNew: () => void): void {
  const t = useText(ticketTexts);
  const isShown = () => shownUuid !== null;
  const close = () => navigate(listHref());
  useHotkeys({
    id: "ticket-list",
    title: () => t("keys.title"),
    keys: [
      boundKey(LIST_KEYS.next, t, { run: () => rowCursor.move(1) }),
      boundKey(LIST_KEYS.previous, t, { run: () => rowCursor.move(-1) }),
      boundKey(LIST_KEYS.nextChord, t, { run: () => walk(1, shownUuid) }),
      boundKey(LIST_KEYS.previousChord, t, { run: () => walk(-1, shownUuid) }),
      boundKey(LIST_KEYS.select, t, { run: () => onFocused(toggleRow) }),
      boundKey(LIST_KEYS.selectTo, t, { run: () => onFocused(selectTo) }),
      boundKey(LIST_KEYS.newTicket, t, { run: onNew }),
      boundKey(LIST_KEYS.searchList, t, { run: () => changeFilter({ view: "search" }) }),
      boundKey(LIST_KEYS.close, t, { applies: isShown, run: close }),
      boundKey(LIST_KEYS.closeRead, t, {
        applies: () => isShown() && composerState() === "none",
        run: close,
      }),
      // An open conversation registers the shortcuts of its actions.
      ...(shownUuid
        ? []
        : [
            actionKey(acceptAction, t, undefined, () => single(targetTicket(undefined))),
            ...ROW_ACTIONS.map((action) => actionKey(action, t, undefined, () => single(focusedTicket()))),
          ]),
    ],
  });
  useHotkeys({
    id: "ticket-rows",
    title: () => t("keys.rows"),
    keys: [],
    documented: [
      { keys: "ArrowDown", describe: () => t("keys.rowBelow") },
      { keys: "ArrowUp", describe: () => t("keys.rowAbove") },
      { keys: "Space", describe: () => t("keys.select") },
      { keys: "Enter", describe: () => t("keys.openRow") },
    ],
  });
}

/** While tickets are selected no command acts on the focused row alone (docs/rules/keyboard.md#keys-of-selected-tickets). */
const single = <Target>(target: Target): Target | undefined => (isSelecting.peek() ? undefined : target);

function onFocused(work: (id: number) => void): void {
  const row = focusedTicket();
  if (row) work(row.id);
}

/**
 * Opens the next or previous ticket. Waiting tickets are skipped, because they must be accepted first; in a list of
 * only waiting tickets the focus moves between the rows instead.
 */
function walk(by: 1 | -1, shownUuid: string | null): void {
  const items = shownRows.peek().filter(({ status }) => status !== "pending");
  if (items.length === 0) {
    rowCursor.move(by);
    return;
  }
  const at = items.findIndex(({ uuid }) => uuid === shownUuid);
  const next = at < 0 ? items[by === 1 ? 0 : items.length - 1] : items[at + by];
  if (next) openTicketPage(next.uuid);
}
