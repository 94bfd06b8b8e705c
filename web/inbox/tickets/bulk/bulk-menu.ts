import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import type { MenuGroup, MenuItem } from "#web/ui/overlay/menu.tsx";
import type pt from "./locales/pt.json";

/** Actions whose value is chosen from a list. */
export type ListChoice = "transfer" | "tagAdd" | "tagRemove" | "followUp" | "macro" | "snooze" | "priority";
/** An action that needs a queue, a tag, a field or another choice. */
export type Choice = ListChoice | "field";

/** Actions without further choices. */
export const SIMPLE = {
  assign: { action: "assign", userId: "me" },
  return: { action: "return" },
  tomorrow: { action: "snooze", mode: "either", opening: "tomorrow" },
  monday: { action: "snooze", mode: "either", opening: "monday" },
  urgent: { action: "priority", priority: 4 },
  high: { action: "priority", priority: 3 },
  normal: { action: "priority", priority: 2 },
  low: { action: "priority", priority: 1 },
  silent: { action: "resolve", farewell: false },
  farewell: { action: "resolve", farewell: true },
} as const satisfies Record<string, TicketAction>;

const GROUPS = {
  close: ["silent", "farewell"],
  routine: ["macro"],
  move: ["assign", "return", "transfer", "tomorrow", "monday", "followUp"],
  mark: ["urgent", "high", "normal", "low", "tagAdd", "tagRemove", "field"],
} as const;

/** The menu of actions on the selected tickets. */
export function menuOf(
  t: Translate<typeof pt>,
  start: (action: TicketAction) => void,
  choose: (choice: Choice) => void,
): MenuGroup[] {
  const item = (id: keyof typeof SIMPLE | Choice): MenuItem => ({
    id,
    label: t(`do.${id}`),
    onAction: () => (id in SIMPLE ? start(SIMPLE[id as keyof typeof SIMPLE]) : choose(id as Choice)),
  });
  return (["routine", "move", "mark", "close"] as const).map((id) => ({
    id,
    title: t(`group.${id}`),
    items: GROUPS[id].map(item),
  }));
}
