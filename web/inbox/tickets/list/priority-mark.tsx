import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import ChevronsUp from "lucide-react/icons/chevrons-up";
import Minus from "lucide-react/icons/minus";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { priorityOf } from "#inbox/tickets/lists/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import "./priority-mark.css";

const ICONS = { 1: ChevronDown, 2: Minus, 3: ChevronUp, 4: ChevronsUp } as const;
type Level = keyof typeof ICONS;

/** The icon of a priority, without its name. */
export function PriorityIcon({ level }: { readonly level: Level }) {
  const Icon = ICONS[level];
  return <Icon className={`priority priority-${level}`} aria-hidden="true" />;
}

/** Mark of a ticket that is not of normal priority; its name is in the tooltip and for screen readers. */
export function PriorityMark({ ticket }: { readonly ticket: Pick<TicketAnswer, "priority"> }) {
  const t = useText(ticketTexts);
  const level = priorityOf(ticket) as Level;
  if (level === 2) return null;
  const name = t("priority.of", { level: t(`priority.level${level}`) });
  return (
    <span className="priority-mark" title={name}>
      <span className="visually-hidden">{name}</span>
      <PriorityIcon level={level} />
    </span>
  );
}
