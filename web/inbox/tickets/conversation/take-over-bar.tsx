import { useSignals } from "@preact/signals-react/runtime";
import UserCheck from "lucide-react/icons/user-check";
import { useState } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { answerWithoutTakingOver, takeOver } from "#web/inbox/tickets/actions/take-over.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import "./take-over-bar.css";

/**
 * Replaces the composer in the ticket of another attendant (docs/rules/take-over.md#asked-before-writing): take it
 * over, or, for admins, answer without doing so.
 */
export function TakeOverBar({ ticket }: { readonly ticket: TicketAnswer }) {
  useSignals();
  const t = useText(ticketTexts);
  const [isWorking, setWorking] = useState(false);
  const [reason, setReason] = useState("");
  const tellsContact = session.setting("sendMsgTransfTicket") === "enabled" && !ticket.isGroup;
  const take = (silent: boolean) => {
    setWorking(true);
    void takeOver(ticket, { silent, reason }).finally(() => setWorking(false));
  };
  return (
    <section className="take-over" aria-label={t("takeOver.label")}>
      <p>{t("takeOver.of", { name: ticket.user?.name ?? "" })}</p>
      <TextField
        className="take-over-reason"
        label={t("takeOver.reason")}
        hideLabel
        placeholder={t("takeOver.reason")}
        maxLength={1000}
        value={reason}
        onChange={setReason}
      />
      <div className="take-over-choices">
        {currentUser.value.isAdmin ? (
          <Button size="s" isDisabled={isWorking} onPress={() => answerWithoutTakingOver(ticket)}>
            {t("takeOver.without")}
          </Button>
        ) : null}
        {tellsContact ? (
          <Button size="s" isDisabled={isWorking} onPress={() => take(true)}>
            {t("takeOver.silent")}
          </Button>
        ) : null}
        <Button
          size="s"
          variant="primary"
          icon={<UserCheck />}
          isPending={isWorking}
          onPress={() => take(false)}
        >
          {t("takeOver.take")}
        </Button>
      </div>
    </section>
  );
}
