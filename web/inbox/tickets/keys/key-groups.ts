import type { Translate } from "#web/i18n/dictionary.ts";
import { SHORTCUT_ACTIONS } from "#web/inbox/tickets/actions/registry.ts";
import type pt from "#web/inbox/tickets/locales/pt.json";
import type { HotkeyGroup } from "#web/lib/keyboard/hotkeys.ts";
import { boundKey, CONVERSATION_KEYS, type Key, LIST_KEYS } from "./key-map.ts";

/** Keys of the open ticket: those of its actions, then those of its conversation. */
export const TICKET_KEYS: readonly Key[] = [
  ...SHORTCUT_ACTIONS.map(({ key }) => key),
  ...Object.values(CONVERSATION_KEYS),
];

const never = { applies: () => false, run: () => undefined };

/** The shortcuts of the ticket page where they are not in force, so that the sheet can show all of them, greyed. */
export function idleTicketKeys(t: Translate<typeof pt>): readonly HotkeyGroup[] {
  const group = (id: string, title: string, keys: readonly Key[]): HotkeyGroup => ({
    id,
    title: () => title,
    keys: keys.map((key) => boundKey(key, t, never)),
  });
  return [
    group("ticket-list", t("keys.title"), Object.values(LIST_KEYS)),
    group("ticket", t("keys.room"), TICKET_KEYS),
  ];
}
