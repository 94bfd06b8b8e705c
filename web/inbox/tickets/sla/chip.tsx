import { useSignals } from "@preact/signals-react/runtime";
import Pause from "lucide-react/icons/pause";
import type { ShownPromise } from "#inbox/tickets/promised/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { currentMinute } from "#web/lib/now-signal.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { ClocksButton } from "./clocks-button.tsx";
import { slaTexts } from "./locales/index.ts";
import { timeOf } from "./time-left.ts";

/** The shown promised time of a ticket. */
type Shown = ShownPromise;

interface Props {
  readonly sla: Shown;
  readonly id?: string;
  readonly ticketId?: number;
}

const TONES = { running: "neutral", soon: "waiting", missed: "danger" } as const;

/**
 * The most urgent promised time of a ticket: what is left, or since when it is overdue. It counts down by itself
 * (docs/rules/sla.md#chip); target and state are in the tooltip and for screen readers. `id`: of its description.
 * With `ticketId` it is a button that shows all promised times of the ticket.
 */
export function SlaChip({ sla, id, ticketId }: Props) {
  const chip = <PlainChip sla={sla} {...(id !== undefined && { id })} />;
  if (ticketId === undefined) return chip;
  return (
    <ClocksButton ticketId={ticketId} sla={sla}>
      {chip}
    </ClocksButton>
  );
}

function PlainChip({ sla, id }: Omit<Props, "ticketId">) {
  useSignals();
  const t = useText(slaTexts);
  const { isOver, unit, count, isPaused } = timeOf(sla, currentMinute.value);
  const time = t(`time.${unit}`, { count });
  const target = t(`target.${sla.target}`);
  const words = isPaused
    ? t("chip.paused", { target, time })
    : t(isOver ? "chip.overdue" : "chip.due", { target, time });
  const tone = isOver ? "danger" : TONES[sla.state];
  return (
    <Chip
      tone={tone}
      shape="round"
      className="row-wait"
      title={words}
      icon={isPaused ? <Pause aria-hidden="true" /> : null}
    >
      <span className="visually-hidden" id={id}>
        {words}
      </span>
      <span aria-hidden="true">{isOver ? `+${time}` : time}</span>
    </Chip>
  );
}
