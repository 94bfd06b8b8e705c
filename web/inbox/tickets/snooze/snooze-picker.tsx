import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { SnoozeMode, TicketAnswer } from "#inbox/tickets/contract.ts";
import { preloadTexts, text } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { advanceFrom } from "#web/inbox/tickets/actions/advance.ts";
import { showChanged, withErrorToast } from "#web/inbox/tickets/actions/change-ticket.ts";
import { snoozed } from "#web/inbox/tickets/actions/snooze.tsx";
import { weekdayMoment } from "#web/lib/format/dates.ts";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { snoozeTexts } from "./locales/index.ts";
import { Choice, MomentChoices } from "./moment-choices.tsx";
import { endSnooze, snooze } from "./snooze-api.ts";

/** The picker with its texts; loaded when it is first opened. */
export async function loadSnoozePicker() {
  await preloadTexts(snoozeTexts);
  return SnoozePicker;
}

/** Until when a ticket is snoozed (docs/rules/tickets.md#snooze-times). One press snoozes it; the toast can undo it. */
function SnoozePicker({ ticket }: { readonly ticket: TicketAnswer }) {
  useSignals();
  const t = useText(snoozeTexts);
  const [isEither, setEither] = useState(ticket.snooze?.mode === "either");
  const [isWorking, setWorking] = useState(false);
  const close = () => {
    snoozed.value = null;
  };
  const choose = (mode: SnoozeMode, until?: string) => {
    setWorking(true);
    void withErrorToast(async () => {
      await sleep(ticket, mode, until);
      close();
    }).finally(() => setWorking(false));
  };
  return (
    <Dialog title={t("pick.title")} size="s" onClose={close}>
      <p className="moments-lead">{t("pick.lead")}</p>
      <MomentChoices
        ticketId={ticket.id}
        isDisabled={isWorking}
        setLabel={t("pick.set")}
        onChoose={(at) => choose(isEither ? "either" : "time", at)}
      >
        <Choice
          label={t("pick.reply")}
          detail={t("pick.replyHint")}
          isDisabled={isWorking}
          onPress={() => choose("reply")}
        />
      </MomentChoices>
      <div className="moments-either">
        <Checkbox label={t("pick.either")} value={isEither} onChange={setEither} />
        <small>{t("pick.eitherHelp")}</small>
      </div>
    </Dialog>
  );
}

async function sleep(ticket: TicketAnswer, mode: SnoozeMode, until?: string): Promise<void> {
  const { lastCustomerMessageAt } = ticket;
  const asleep = await snooze(ticket.id, { mode, lastCustomerMessageAt, ...(until && { until }) });
  showChanged(asleep);
  const words =
    mode === "reply"
      ? text(snoozeTexts, "pick.doneReply")
      : text(snoozeTexts, "pick.done", { time: weekdayMoment(asleep.snooze?.until ?? "") });
  toast.info(words, {
    label: text(common, "action.undo"),
    run: () => void withErrorToast(async () => showChanged(await endSnooze(ticket.id))),
  });
  advanceFrom(ticket);
}
