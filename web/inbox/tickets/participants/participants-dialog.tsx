import { useSignals } from "@preact/signals-react/runtime";
import UserMinus from "lucide-react/icons/user-minus";
import { useEffect, useState } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { ParticipantAnswer } from "#inbox/tickets/participants/contract.ts";
import { isParticipant, mayInvite, seesByRight } from "#inbox/tickets/policy.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { colleagues } from "#web/inbox/tickets/reference-data.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ComboBox } from "#web/ui/select/combo-box.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { participantTexts } from "./locales/index.ts";
import { addParticipants, fetchParticipants, removeParticipant, setFollowing } from "./participants-api.ts";
import "./participants-dialog.css";

interface ParticipantsDialogProps {
  readonly ticket: TicketAnswer;
  readonly onClose: () => void;
}

/** The texts are loaded together with the code: a part that waits for its texts would hide the whole page. */
export async function loadParticipantsDialog() {
  await preloadTexts(participantTexts);
  return ParticipantsDialog;
}

/** The participants of a ticket: inviting, removing, following (docs/rules/participants.md#rights). */
function ParticipantsDialog({ ticket, onClose }: ParticipantsDialogProps) {
  useSignals();
  const t = useText(participantTexts);
  const user = currentUser.value;
  const [people, setPeople] = useState<readonly ParticipantAnswer[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  // An event about the ticket, such as an invitation by a colleague, reads the list again.
  const ids = ticket.participants?.join() ?? "";
  const load = () => {
    setFailure(null);
    fetchParticipants(ticket.id).then(setPeople, setFailure);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the participants change
  useEffect(load, [ticket.id, ids]);
  useEffect(() => void colleagues.need(), []);
  const change = (work: Promise<readonly ParticipantAnswer[]>) => work.then(setPeople, toast.failure);
  const known = new Set([user.id, ticket.userId, ...(people ?? []).map((one) => one.user.id)]);
  const mine = people?.find((one) => one.user.id === user.id);
  const canInvite = mayInvite(user, ticket);
  return (
    <Dialog title={t("dialog.title")} size="s" onClose={onClose}>
      <div className="participants">
        {canInvite ? (
          <ComboBox
            key={people?.length ?? 0}
            label={t("dialog.invite")}
            options={colleagues.all.value
              .filter(({ id }) => !known.has(id))
              .map(({ id, name }) => ({ id, label: name }))}
            value={null}
            onChange={(id) => {
              if (id !== null) void change(addParticipants(ticket.id, [id]));
            }}
            placeholder={t("dialog.invitePlaceholder")}
            emptyText={t("dialog.nobody")}
            opensAtOnce
          />
        ) : null}
        {failure ? (
          <ErrorState title={t("dialog.failed")} error={failure} onRetry={load} />
        ) : people === null ? (
          <Skeleton />
        ) : people.length === 0 ? (
          <p className="participants-none">{t("dialog.empty")}</p>
        ) : (
          <ul className="participants-list">
            {people.map((one) => (
              <li key={one.user.id}>
                <Avatar name={one.user.name} size="s" />
                <span className="participants-who">
                  <strong className="ellipsis">{one.user.name}</strong>
                  <small className="ellipsis">
                    {t(`via.${one.via}`, { name: one.addedBy?.name ?? t("via.someone") })}
                  </small>
                </span>
                {canInvite || one.user.id === user.id ? (
                  <IconButton
                    size="s"
                    label={t("dialog.remove", { name: one.user.name })}
                    onPress={() => void change(removeParticipant(ticket.id, one.user.id, people))}
                  >
                    <UserMinus />
                  </IconButton>
                ) : null}
              </li>
            ))}
          </ul>
        )}
        {mine ? (
          <Switch
            label={t("dialog.all")}
            help={t("dialog.allHelp")}
            value={mine.notify === "all"}
            onChange={(isOn) => void change(setFollowing(ticket.id, isOn ? "all" : "mentions"))}
          />
        ) : people &&
          ticket.userId !== user.id &&
          seesByRight(user, ticket) &&
          !isParticipant(user, ticket) ? (
          <Button onPress={() => void change(addParticipants(ticket.id, [user.id]))}>
            {t("dialog.follow")}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}
