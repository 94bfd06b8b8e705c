import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { openTicketPage } from "#web/inbox/tickets/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import type { Conflict } from "./conflict.ts";

export interface ConflictNoticeProps {
  readonly conflict: Conflict;
  readonly onClose: () => void;
}

/** Shows who attends the contact already, with a link for those who may see the ticket. */
export function ConflictNotice({ conflict, onClose }: ConflictNoticeProps) {
  const t = useText(ticketTexts);
  const { uuid, status } = conflict.ticket;
  return (
    <div className="conflict" role="alert">
      <strong>{t("fresh.conflict")}</strong>
      <span>
        {conflict.user ? t("fresh.conflictOwner", { name: conflict.user.name }) : t("fresh.conflictNobody")}
      </span>
      {conflict.queue ? <span>{t("fresh.conflictQueue", { name: conflict.queue.name })}</span> : null}
      {uuid && status !== "pending" ? (
        <Button
          size="s"
          onPress={() => {
            openTicketPage(uuid);
            onClose();
          }}
        >
          {t("fresh.openConflict")}
        </Button>
      ) : null}
    </div>
  );
}
