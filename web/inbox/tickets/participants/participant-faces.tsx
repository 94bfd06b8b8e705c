import { useSignals } from "@preact/signals-react/runtime";
import UserPlus from "lucide-react/icons/user-plus";
import { useEffect } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { mayInvite } from "#inbox/tickets/policy.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { colleagues } from "#web/inbox/tickets/reference-data.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import "./participants.css";

interface ParticipantFacesProps {
  readonly ticket: TicketAnswer;
  readonly onOpen: () => void;
}

/** Maximum number of faces; the number of the others is shown. */
const MOST_FACES = 4;

/** The faces of the participants in the head of a ticket; a press opens their list. */
export function ParticipantFaces({ ticket, onOpen }: ParticipantFacesProps) {
  useSignals();
  const t = useText(ticketTexts);
  const ids = ticket.participants ?? [];
  const hasAny = ids.length > 0;
  useEffect(() => {
    if (hasAny) void colleagues.need();
  }, [hasAny]);
  if (!hasAny && !mayInvite(currentUser.value, ticket)) return null;
  const names = ids.flatMap((id) => colleagues.get(id)?.name ?? []);
  const label = hasAny ? t("head.participantsOf", { names: names.join(", ") }) : t("head.invite");
  return (
    <Button
      size="s"
      variant="ghost"
      className="participant-faces"
      aria-label={label}
      icon={hasAny ? undefined : <UserPlus />}
      onPress={onOpen}
    >
      {hasAny ? (
        <>
          <span className="participant-row" aria-hidden="true" title={names.join(", ")}>
            {names.slice(0, MOST_FACES).map((name) => (
              <Avatar key={name} name={name} size="s" />
            ))}
          </span>
          {ids.length > MOST_FACES ? `+${ids.length - MOST_FACES}` : null}
        </>
      ) : (
        t("head.invite")
      )}
    </Button>
  );
}
