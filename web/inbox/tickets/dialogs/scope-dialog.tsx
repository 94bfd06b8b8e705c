import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ScopeBar } from "#web/inbox/tickets/conversation/scope-bar.tsx";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { ticketViewOf } from "#web/inbox/tickets/store.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

interface ScopeDialogProps {
  readonly ticket: TicketAnswer;
  readonly onClose: () => void;
}

/** The other connections of a contact on phones, where the conversation has no row for them. */
export default function ScopeDialog({ ticket, onClose }: ScopeDialogProps) {
  const t = useText(ticketTexts);
  return (
    <Dialog title={t("head.connections")} size="s" onClose={onClose}>
      <ScopeBar view={ticketViewOf(ticket.id)} onDone={onClose} />
    </Dialog>
  );
}
