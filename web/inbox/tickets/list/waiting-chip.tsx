import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { currentMinute } from "#web/lib/now-signal.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { waitingAge } from "./waiting.ts";

/** How long a customer has been waiting, in amber, then in red. */
export function WaitingChip({ since }: { readonly since: string | null }) {
  useSignals();
  const t = useText(ticketTexts);
  const waiting = since === null ? null : waitingAge(since, currentMinute.value);
  if (!waiting) return null;
  const time = t(`row.${waiting.unit}`, { count: waiting.count });
  return (
    <Chip tone={waiting.level === "red" ? "danger" : "waiting"} shape="round" className="row-wait">
      <span className="visually-hidden">{t("row.waits", { time })}</span>
      <span aria-hidden="true">{time}</span>
    </Chip>
  );
}
