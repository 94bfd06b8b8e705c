import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketAnswer, TicketNoteAnswer } from "#inbox/tickets/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import type { Card } from "#web/inbox/messages/media/vcard.ts";
import { deleteMessage } from "#web/inbox/messages/messages-api.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { closeTicketPage } from "#web/inbox/tickets/paths.ts";
import { lists } from "#web/inbox/tickets/store.ts";
import { deleteTicket } from "#web/inbox/tickets/tickets-api.ts";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";

/** The dialogs over a conversation. */
export type TicketDialog =
  | { readonly kind: "transfer" }
  /** `body`: the text of the composer; `onTaken` clears it there once it is scheduled. */
  | { readonly kind: "schedule"; readonly body?: string; readonly onTaken?: () => void }
  | { readonly kind: "deleteTicket" }
  | { readonly kind: "tags" }
  | { readonly kind: "participants" }
  | { readonly kind: "editNote"; readonly note: TicketNoteAnswer }
  | { readonly kind: "connections" }
  | { readonly kind: "forward"; readonly messages: readonly MessageAnswer[] }
  | { readonly kind: "info"; readonly message: MessageAnswer }
  | { readonly kind: "deleteMessage"; readonly message: MessageAnswer }
  | { readonly kind: "saveCard"; readonly card: Card };

const Confirm = lazyLayer(async () => (await import("#web/ui/overlay/confirm.tsx")).Confirm);
const TransferDialog = lazyLayer(async () => (await import("./transfer-dialog.tsx")).loadTransferDialog());
const ScheduleDialog = lazyLayer(async () =>
  (await import("#web/inbox/schedules/form/from-ticket.ts")).scheduleDialog(),
);
const TagDialog = lazyLayer(async () => (await import("./tag-dialog.tsx")).default);
const ParticipantsDialog = lazyLayer(async () =>
  (await import("#web/inbox/tickets/participants/participants-dialog.tsx")).loadParticipantsDialog(),
);
const EditNoteDialog = lazyLayer(async () =>
  (await import("#web/inbox/tickets/participants/edit-note-dialog.tsx")).loadEditNoteDialog(),
);
const ScopeDialog = lazyLayer(async () => (await import("./scope-dialog.tsx")).default);
const ForwardDialog = lazyLayer(async () =>
  (await import("#web/inbox/tickets/forward/load.ts")).forwardDialog(),
);
const InfoDialog = lazyLayer(async () =>
  (await import("#web/inbox/messages/info/info-dialog.tsx")).loadInfoDialog(),
);
const ContactDialog = lazyLayer(
  async () => (await import("#web/people/contacts/contact-dialog.tsx")).default,
);

export interface TicketDialogsProps {
  readonly ticket: TicketAnswer;
  readonly dialog: TicketDialog | null;
  readonly onClose: () => void;
}

/** The open dialog, if any. The code of dialogs is loaded on demand. */
export function TicketDialogs({ ticket, dialog, onClose }: TicketDialogsProps) {
  const t = useText(ticketTexts);
  const m = useText(messages);
  const c = useText(common);
  if (!dialog) return null;
  return draw(dialog);

  function draw(open: TicketDialog) {
    switch (open.kind) {
      case "transfer":
        return <TransferDialog ticket={ticket} onClose={onClose} />;
      case "schedule":
        return (
          <ScheduleDialog
            schedule={null}
            draft={{ contactId: ticket.contactId, whatsappId: ticket.whatsappId, body: open.body ?? "" }}
            onClose={onClose}
            onSaved={() => {
              open.onTaken?.();
              onClose();
            }}
          />
        );
      case "tags":
        return <TagDialog ticket={ticket} onClose={onClose} />;
      case "participants":
        return <ParticipantsDialog ticket={ticket} onClose={onClose} />;
      case "editNote":
        return <EditNoteDialog note={open.note} onClose={onClose} />;
      case "connections":
        return <ScopeDialog ticket={ticket} onClose={onClose} />;
      case "forward":
        return <ForwardDialog messages={open.messages} onClose={onClose} />;
      case "info":
        return <InfoDialog message={open.message} onClose={onClose} />;
      case "saveCard":
        return (
          <ContactDialog
            initial={{ name: open.card.name, number: open.card.phones[0] ?? "", email: open.card.email }}
            onClose={onClose}
            onSaved={() => undefined}
          />
        );
      case "deleteTicket":
        return (
          <Confirm
            title={t("head.deleteTitle", { name: ticket.contact.name })}
            confirmLabel={c("action.delete")}
            onClose={onClose}
            onConfirm={async () => {
              await deleteTicket(ticket.id);
              closeTicketPage();
              lists.remove(ticket.id);
              toast.success(t("head.deleted"));
            }}
          >
            {t("head.deleteText")}
          </Confirm>
        );
      default:
        return (
          <Confirm
            title={m("bubble.deleteTitle")}
            confirmLabel={m("bubble.delete")}
            onClose={onClose}
            onConfirm={async () => void (await deleteMessage(open.message.id))}
          >
            {m("bubble.deleteText")}
          </Confirm>
        );
    }
  }
}
