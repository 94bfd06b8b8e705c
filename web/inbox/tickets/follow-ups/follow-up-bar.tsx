import { useSignals } from "@preact/signals-react/runtime";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { useState } from "react";
import type { TicketAnswer, TicketFollowUp } from "#inbox/tickets/contract.ts";
import { mayFollowUp } from "#inbox/tickets/policy.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { stopFollowUp } from "#web/inbox/follow-ups/follow-ups-api.ts";
import { followUpTexts } from "#web/inbox/follow-ups/locales/index.ts";
import type pt from "#web/inbox/follow-ups/locales/pt.json";
import { showChanged, withErrorToast } from "#web/inbox/tickets/actions/change-ticket.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { weekdayMoment } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import "./follow-up-ticket.css";

/** Above the composer of a ticket with a follow-up: the next step and its time, and how to stop the follow-up. */
export function FollowUpBar({ ticket }: { readonly ticket: TicketAnswer }) {
  useSignals();
  const t = useText(followUpTexts);
  const [isWorking, setWorking] = useState(false);
  const { followUp } = ticket;
  if (!followUp) return null;
  const stop = () => {
    setWorking(true);
    void withErrorToast(async () => showChanged(await stopFollowUp(ticket.id))).finally(() =>
      setWorking(false),
    );
  };
  return (
    <section className="follow-up-bar" aria-label={t("bar.label")}>
      <RotateCcw aria-hidden="true" />
      <p>{nextText(t, followUp)}</p>
      {mayFollowUp(currentUser.value, ticket) ? (
        <Button size="s" isDisabled={isWorking} onPress={stop}>
          {t("bar.stop")}
        </Button>
      ) : null}
    </section>
  );
}

function nextText(t: Translate<typeof pt>, { name, step, of, nextAt, end }: TicketFollowUp): string {
  if (nextAt === null) return t("bar.sending", { name });
  const time = weekdayMoment(nextAt);
  return step > of ? t(`bar.end_${end}`, { name, time }) : t("bar.next", { name, step, of, time });
}
