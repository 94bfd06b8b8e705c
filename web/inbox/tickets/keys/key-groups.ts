import type { Translate } from "#web/i18n/dictionary.ts";
import type pt from "#web/inbox/tickets/locales/pt.json";
import type { HotkeyGroup } from "#web/lib/keyboard/hotkeys.ts";
import { boundKey, LIST_KEYS, TICKET_KEYS } from "./key-map.ts";

const never = { applies: () => false, run: () => undefined };

/** The shortcuts of the ticket page where they are not in force, so that the sheet can show all of them, greyed. */
export function idleTicketKeys(t: Translate<typeof pt>): readonly HotkeyGroup[] {
  const group = (id: string, title: string, keys: typeof LIST_KEYS | typeof TICKET_KEYS): HotkeyGroup => ({
    id,
    title: () => title,
    keys: Object.values(keys).map((key) => boundKey(key, t, never)),
  });
  return [group("ticket-list", t("keys.title"), LIST_KEYS), group("ticket", t("keys.room"), TICKET_KEYS)];
}
