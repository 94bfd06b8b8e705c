import { navigate } from "wouter/use-browser-location";
import { useText } from "#web/i18n/use-text.ts";
import { useHotkeys } from "#web/lib/use-hotkeys.ts";
import { acceptKey } from "./accept-key.ts";
import { lists } from "./desk.ts";
import { ticketTexts } from "./locales/index.ts";
import { openTicketPage, showList } from "./places.ts";
import { rowCursor } from "./use-row-keys.ts";

/** Single keys of the page: j and k walk the list, Esc closes the conversation. */
export function useListKeys(shownUuid: string | null): void {
  const t = useText(ticketTexts);
  useHotkeys({
    id: "ticket-list",
    title: () => t("keys.title"),
    keys: [
      { keys: "j", describe: () => t("keys.next"), run: () => walk(1, shownUuid) },
      { keys: "k", describe: () => t("keys.previous"), run: () => walk(-1, shownUuid) },
      {
        keys: "Escape",
        describe: () => t("keys.close"),
        run: () => {
          if (shownUuid) navigate(showList());
        },
      },
      // With a conversation open its own keys say it.
      ...(shownUuid
        ? []
        : [
            acceptKey(
              () => t("keys.accept"),
              () => undefined,
            ),
          ]),
    ],
  });
  useHotkeys({
    id: "ticket-rows",
    title: () => t("keys.rows"),
    keys: [],
    told: [
      { keys: "ArrowDown", describe: () => t("keys.rowBelow") },
      { keys: "ArrowUp", describe: () => t("keys.rowAbove") },
      { keys: "Enter", describe: () => t("keys.openRow") },
    ],
  });
}

/**
 * The next or previous ticket that can be opened. Waiting ones must be accepted first: where there are only those, the
 * keyboard goes from row to row.
 */
function walk(by: 1 | -1, shownUuid: string | null): void {
  const items = (lists.current.peek()?.items.peek() ?? []).filter(({ status }) => status !== "pending");
  if (items.length === 0) {
    rowCursor.move(by);
    return;
  }
  const at = items.findIndex(({ uuid }) => uuid === shownUuid);
  const next = at < 0 ? items[by === 1 ? 0 : items.length - 1] : items[at + by];
  if (next) openTicketPage(next.uuid);
}
