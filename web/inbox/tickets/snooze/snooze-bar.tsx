import { useSignals } from "@preact/signals-react/runtime";
import AlarmClock from "lucide-react/icons/alarm-clock";
import { useState } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { maySnooze } from "#inbox/tickets/policy.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { advanceFrom } from "#web/inbox/tickets/actions/advance.ts";
import { showChanged, withErrorToast } from "#web/inbox/tickets/actions/change-ticket.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { weekdayMoment } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { snoozeTexts } from "./locales/index.ts";
import { endSnooze, snoozeAgain } from "./snooze-api.ts";
import "./snooze.css";

/** The bar with its texts; loaded for the first snoozed ticket on screen. */
export async function loadSnoozeBar() {
  await preloadTexts(snoozeTexts);
  return SnoozeBar;
}

/** Above the composer of a snoozed ticket: until when it sleeps, and how to end that (docs/rules/tickets.md#snooze). */
function SnoozeBar({ ticket }: { readonly ticket: TicketAnswer }) {
  useSignals();
  const t = useText(snoozeTexts);
  const [isWorking, setWorking] = useState(false);
  const { snooze } = ticket;
  if (!snooze) return null;
  const time = weekdayMoment(snooze.until);
  const work = (change: () => Promise<TicketAnswer>, then?: () => void) => {
    setWorking(true);
    void withErrorToast(async () => {
      showChanged(await change());
      then?.();
    }).finally(() => setWorking(false));
  };
  return (
    <section className="snooze-bar" aria-label={t("bar.label")}>
      <AlarmClock aria-hidden="true" />
      <p>{snooze.asleep ? t(`bar.${snooze.mode}`, { time }) : t("bar.shown", { time })}</p>
      {maySnooze(currentUser.value, ticket) ? (
        <div className="snooze-bar-actions">
          {snooze.asleep ? null : (
            <Button
              size="s"
              isDisabled={isWorking}
              onPress={() =>
                work(
                  () => snoozeAgain(ticket.id),
                  () => advanceFrom(ticket),
                )
              }
            >
              {t("bar.again")}
            </Button>
          )}
          <Button size="s" isDisabled={isWorking} onPress={() => work(() => endSnooze(ticket.id))}>
            {t(snooze.asleep ? "bar.wake" : "bar.end")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
