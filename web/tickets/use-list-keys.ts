import { navigate } from "wouter/use-browser-location";
import { useText } from "#web/i18n/use-text.ts";
import { useHotkeys } from "#web/lib/use-hotkeys.ts";
import { lists } from "./desk.ts";
import { ticketTexts } from "./locales/index.ts";
import { openTicketPage, showList } from "./places.ts";

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
    ],
  });
}

/** The next or previous ticket that can be opened; waiting ones must be accepted first. */
function walk(by: 1 | -1, shownUuid: string | null): void {
  const items = (lists.current.peek()?.items.peek() ?? []).filter(({ status }) => status !== "pending");
  const at = items.findIndex(({ uuid }) => uuid === shownUuid);
  const next = at < 0 ? items[by === 1 ? 0 : items.length - 1] : items[at + by];
  if (next) openTicketPage(next.uuid);
}
