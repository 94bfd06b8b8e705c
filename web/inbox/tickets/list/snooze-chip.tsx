import { useSignals } from "@preact/signals-react/runtime";
import AlarmClock from "lucide-react/icons/alarm-clock";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { shortMoment } from "#web/lib/format/dates.ts";
import { currentMinute } from "#web/lib/now-signal.ts";
import { Chip } from "#web/ui/display/chip.tsx";

const WOKEN = { time: "row.wokenTime", reply: "row.wokenReply", follow_up: "row.wokenFollowUp" } as const;

/** Until when a ticket is snoozed, or that it came back and why; nothing for other tickets. */
export function SnoozeChip({ ticket: { snooze, woken } }: { readonly ticket: TicketAnswer }) {
  useSignals();
  const t = useText(ticketTexts);
  if (snooze) {
    const time = shortMoment(snooze.until, currentMinute.value);
    return (
      <Chip shape="round" className="row-snooze" icon={<AlarmClock aria-hidden="true" />}>
        {snooze.mode === "reply" ? (
          t("row.snoozedReply")
        ) : (
          <>
            <span className="visually-hidden">{t("row.snoozedUntil", { time })}</span>
            <span aria-hidden="true">{time}</span>
          </>
        )}
      </Chip>
    );
  }
  if (!woken) return null;
  return (
    <Chip shape="round" className="row-snooze" tone="primary" icon={<AlarmClock aria-hidden="true" />}>
      {t(WOKEN[woken.reason])}
    </Chip>
  );
}
