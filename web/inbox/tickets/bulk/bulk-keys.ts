import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { focusedTicket } from "#web/inbox/tickets/keys/focused-ticket.ts";
import type { Hotkey } from "#web/lib/keyboard/hotkeys.ts";
import { useHotkeys } from "#web/lib/keyboard/use-hotkeys.ts";
import { type Choice, SIMPLE } from "./bulk-menu.ts";
import type pt from "./locales/pt.json";

/** Commands on the selected tickets: the same letters as on one ticket. */
const COMMANDS = {
  a: "assign",
  b: "return",
  t: "transfer",
  z: "snooze",
  f: "followUp",
  l: "tagAdd",
  p: "priority",
  m: "macro",
  e: "farewell",
  E: "silent",
} as const satisfies Record<string, keyof typeof SIMPLE | Choice>;

interface BulkKeysOptions {
  readonly t: Translate<typeof pt>;
  /** False while a conversation is open: its own keys act. */
  readonly isActive: boolean;
  readonly onStart: (actions: readonly TicketAction[]) => void;
  readonly onChoose: (choice: Choice) => void;
  readonly onAll: () => void;
  readonly onLeave: () => void;
}

/** Keys while tickets are selected (docs/rules/keyboard.md#keys-of-selected-tickets). */
export function useBulkKeys({ t, isActive, onStart, onChoose, onAll, onLeave }: BulkKeysOptions): void {
  const commands = Object.entries(COMMANDS).map(
    ([keys, id]): Hotkey => ({
      keys,
      acts: "command",
      describe: () => t(`do.${id}`),
      run: () => (id in SIMPLE ? onStart([SIMPLE[id as keyof typeof SIMPLE]]) : onChoose(id as Choice)),
    }),
  );
  const isOnRow = () => focusedTicket() !== undefined;
  useHotkeys(
    {
      id: "ticket-bulk",
      title: () => t("bar"),
      keys: [
        ...commands,
        { keys: "mod+a", acts: "chord", describe: () => t("allKey"), applies: isOnRow, run: onAll },
        { keys: "Escape", acts: "chord", describe: () => t("clear"), run: onLeave },
      ],
    },
    isActive,
  );
}
