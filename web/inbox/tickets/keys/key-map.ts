import type { TextKey, Translate } from "#web/i18n/dictionary.ts";
import type pt from "#web/inbox/tickets/locales/pt.json";
import type { Hotkey } from "#web/lib/keyboard/hotkeys.ts";

export type Key = Pick<Hotkey, "keys" | "acts" | "changesNothing"> & { readonly label: TextKey<typeof pt> };

/**
 * Keys of the list of tickets (docs/rules/keyboard.md#keys-of-the-ticket-page). A `free` key also works without
 * command mode where no text box is shown. It never changes a ticket and opens no conversation: the rest of a
 * sentence typed by mistake would end up there.
 */
export const LIST_KEYS = {
  next: { keys: "j", acts: "free", label: "keys.rowBelow" },
  previous: { keys: "k", acts: "free", label: "keys.rowAbove" },
  nextChord: { keys: "alt+ArrowDown", acts: "chord", label: "keys.next" },
  previousChord: { keys: "alt+ArrowUp", acts: "chord", label: "keys.previous" },
  close: { keys: "q", acts: "command", changesNothing: true, label: "keys.close" },
  closeRead: { keys: "Escape", acts: "chord", label: "keys.closeRead" },
  select: { keys: "x", acts: "free", changesNothing: true, label: "keys.select" },
  selectTo: { keys: "X", acts: "free", changesNothing: true, label: "keys.selectTo" },
  newTicket: { keys: "c", acts: "command", label: "list.newTicket" },
  searchList: { keys: "/", acts: "command", changesNothing: true, label: "list.searchLabel" },
} as const satisfies Record<string, Key>;

/** Keys of the conversation on screen, besides those of the ticket's actions (`actions/registry.ts`). */
export const CONVERSATION_KEYS = {
  reply: { keys: "r", acts: "command", changesNothing: true, label: "keys.reply" },
  note: { keys: "n", acts: "command", changesNothing: true, label: "keys.note" },
  undoSend: { keys: "mod+z", acts: "chord", label: "keys.undoSend" },
  search: { keys: "mod+f", acts: "chord", label: "keys.search" },
} as const satisfies Record<string, Key>;

/** A shortcut of one of the maps above, bound to an action. */
export function boundKey(
  { label, ...key }: Key,
  t: Translate<typeof pt>,
  work: Pick<Hotkey, "run" | "applies">,
): Hotkey {
  return { ...key, describe: () => t(label), ...work };
}
