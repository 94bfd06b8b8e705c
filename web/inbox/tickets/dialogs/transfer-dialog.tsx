import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import type { ColleagueAnswer } from "#accounts/users/contract.ts";
import type { TicketAnswer, TicketLoads } from "#inbox/tickets/contract.ts";
import { preloadTexts, type Translate } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { advanceFrom } from "#web/inbox/tickets/actions/advance.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { colleagues, queues } from "#web/inbox/tickets/reference-data.ts";
import { counts, lists } from "#web/inbox/tickets/store.ts";
import { fetchLoads, updateTicket } from "#web/inbox/tickets/tickets-api.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { Button } from "#web/ui/button/button.tsx";
import { PresenceDot, presenceOf } from "#web/ui/display/presence-dot.tsx";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ChoiceList } from "#web/ui/select/choice-list.tsx";
import { ComboBox } from "#web/ui/select/combo-box.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import {
  FEWEST_LETTERS,
  foundCandidates,
  onlineIn,
  showsEverybody,
  transferBody,
  transferCandidates,
} from "./transfer.ts";
import { transferTexts } from "./transfer-locales/index.ts";
import type pt from "./transfer-locales/pt.json";
import { useDialogQueues } from "./use-dialog-queues.ts";
import "./dialog-form.css";

interface TransferDialogProps {
  readonly ticket: TicketAnswer;
  readonly onClose: () => void;
}

/** The dialog with its texts. */
export async function loadTransferDialog() {
  await preloadTexts(transferTexts);
  return TransferDialog;
}

/** Transfers a ticket to a colleague, another queue, or both; optionally to another connection. */
function TransferDialog({ ticket, onClose }: TransferDialogProps) {
  useSignals();
  const t = useText(transferTexts);
  const words = useText(ticketTexts);
  const c = useText(common);
  const [typed, setTyped] = useState("");
  const [user, setUser] = useState<ColleagueAnswer | null>(null);
  const [queueId, setQueueId] = useState(ticket.queueId);
  const [whatsappId, setWhatsappId] = useState(ticket.whatsappId);
  const [reason, setReason] = useState("");
  const [isRefused, setRefused] = useState(false);
  const [isWorking, setWorking] = useState(false);
  const allQueues = useDialogQueues(true);
  const loads = useLoads();
  useEffect(() => {
    void queues.need();
    void colleagues.need();
    void connections.open();
  }, []);
  const people = colleagues.all.value;
  const changeQueue = (next: number | null) => {
    setQueueId(next);
    // Only attendants of the chosen queue (and admins) can receive the ticket.
    if (user && transferCandidates([user], next, ticket).length === 0) {
      setUser(null);
      setTyped("");
    }
  };

  const transfer = async () => {
    if (queueId === null) {
      setRefused(true);
      return;
    }
    setWorking(true);
    try {
      const changed = await updateTicket(
        ticket.id,
        transferBody({ userId: user?.id ?? null, queueId, whatsappId, reason }),
      );
      onClose();
      lists.place(changed);
      advanceFrom(ticket);
      counts.touch();
      toast.success(words("verb.transferred"));
    } catch (error) {
      toast.failure(error);
      setWorking(false);
    }
  };
  return (
    <Dialog
      title={t("title")}
      size="s"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{c("action.cancel")}</Button>
          <Button variant="primary" isPending={isWorking} onPress={() => void transfer()}>
            {t("submit")}
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        <ChoiceList<number>
          label={t("queue")}
          isRequired
          error={isRefused && queueId === null ? t("queuePlaceholder") : null}
          options={allQueues.map((queue) => {
            const { open, pending } = loads?.queues[queue.id] ?? { open: 0, pending: 0 };
            const details = [
              t("atDesk", { count: onlineIn(people, queue.id) }),
              loads && t("load", { count: open }),
              loads && t("waiting", { count: pending }),
            ];
            return { ...queue, detail: details.filter(Boolean).join(" · ") };
          })}
          value={queueId}
          onChange={changeQueue}
        />
        <ColleagueField
          ticket={ticket}
          queueId={queueId}
          loads={loads}
          user={user}
          onUser={setUser}
          typed={typed}
          onTyped={setTyped}
        />
        {connections.list.value.length > 1 ? (
          <Select<number>
            label={t("connection")}
            options={connections.list.value
              .filter(({ channel }) => channel === ticket.channel)
              .map(({ id, name }) => ({ id, label: name }))}
            value={whatsappId}
            onChange={setWhatsappId}
          />
        ) : null}
        <TextArea
          label={t("reason")}
          placeholder={t("reasonPlaceholder")}
          rows={2}
          maxLength={1000}
          value={reason}
          onChange={setReason}
        />
      </div>
    </Dialog>
  );
}

/** The tickets of colleagues and queues; null while unknown, and when the request fails: then no numbers are shown. */
function useLoads(): TicketLoads | null {
  const [loads, setLoads] = useState<TicketLoads | null>(null);
  useEffect(() => void fetchLoads().then(setLoads, () => setLoads(null)), []);
  return loads;
}

interface ColleagueFieldProps {
  readonly ticket: TicketAnswer;
  readonly queueId: number | null;
  /** Open tickets by user id; null while unknown. */
  readonly loads: TicketLoads | null;
  readonly user: ColleagueAnswer | null;
  readonly onUser: (user: ColleagueAnswer | null) => void;
  readonly typed: string;
  readonly onTyped: (text: string) => void;
}

/** The colleague who gets the ticket, with presence, number of open tickets and queues. */
function ColleagueField({ ticket, queueId, loads, user, onUser, typed, onTyped }: ColleagueFieldProps) {
  useSignals();
  const t = useText(transferTexts);
  const people = colleagues.all.value;
  const isShort = showsEverybody(people.length);
  // The name of the chosen user in the field is not a search: the other colleagues stay in the list.
  const search = user ? "" : typed.trim();
  const found = foundCandidates(transferCandidates(people, queueId, ticket), search, people.length, user);
  return (
    <ComboBox<number>
      label={t("user")}
      placeholder={t(isShort ? "userPick" : "userPlaceholder")}
      opensAtOnce={isShort}
      isShort={isShort}
      help={t("userHelp")}
      emptyText={!isShort && search.length < FEWEST_LETTERS ? t("userPlaceholder") : t("userEmpty")}
      autoFocus={isShort ? "always" : true}
      options={found.map((colleague) => ({
        id: colleague.id,
        label: colleague.name,
        detail: [
          presenceText(colleague, t),
          loads && loadText(loads, colleague.id, t),
          colleague.queues.map(({ name }) => name).join(", "),
        ]
          .filter(Boolean)
          .join(" · "),
        icon: <PresenceDot presence={presenceOf(colleague)} />,
      }))}
      value={user?.id ?? null}
      onChange={(id) => {
        const chosen = found.find((colleague) => colleague.id === id) ?? null;
        onUser(chosen);
        if (chosen) onTyped(chosen.name);
      }}
      search={typed}
      onSearch={(text) => {
        if (user && text !== user.name) onUser(null);
        onTyped(text);
      }}
    />
  );
}

/** A colleague's open tickets. Snoozed tickets are counted separately, because they take no capacity. */
function loadText({ loads, snoozed }: TicketLoads, userId: number, t: Translate<typeof pt>): string {
  const load = t("load", { count: loads[userId] ?? 0 });
  const count = snoozed[userId] ?? 0;
  return count === 0 ? load : t("loadSnoozed", { load, count });
}

/** Whether a colleague is there; the reason of a pause instead of "away". */
function presenceText(colleague: ColleagueAnswer, t: Translate<typeof pt>): string {
  const presence = presenceOf(colleague);
  const reason = presence === "away" ? colleague.pauseReason?.name : undefined;
  return reason === undefined ? t(presence) : t("paused", { reason });
}
