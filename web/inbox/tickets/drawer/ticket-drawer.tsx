import { useSignals } from "@preact/signals-react/runtime";
import { memo } from "react";
import { mayDeleteNote } from "#inbox/tickets/policy.ts";
import { useText } from "#web/i18n/use-text.ts";
import { requestJump } from "#web/inbox/messages/stream/jump.ts";
import { showChanged } from "#web/inbox/tickets/actions/change-ticket.ts";
import { eventLine } from "#web/inbox/tickets/conversation/event-line.tsx";
import type { TicketViewModel } from "#web/inbox/tickets/conversation/ticket-view-model.ts";
import { useEventNames } from "#web/inbox/tickets/conversation/use-event-names.ts";
import { columns } from "#web/inbox/tickets/layout-columns.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { changeFields } from "#web/inbox/tickets/tickets-api.ts";
import { useAfterPaint } from "#web/lib/page/use-after-paint.ts";
import { useBackCloses } from "#web/lib/page/use-back-closes.ts";
import { maySetSecrets } from "#web/lib/session/session.ts";
import { lazy } from "#web/ui/state/lazy.tsx";
import { removeNote } from "./remove-note.ts";

const NO_VALUES = {};
/** The conversation does not wait for the panel beside it. */
const ContactDrawer = lazy(
  async () => (await import("#web/people/contacts/contact-drawer.tsx")).ContactDrawer,
  () => <aside className="pane-beside-loading" aria-busy="true" />,
  { isExtra: true },
);
const ExtraSections = lazy(
  async () => (await import("./extra-sections.tsx")).loadExtraSections(),
  undefined,
  {
    isExtra: true,
  },
);

export interface TicketDrawerProps {
  readonly view: TicketViewModel;
  /** Must be a stable function, so that the panel is not rendered again. */
  readonly onClose: () => void;
}

/** The contact is rendered after the conversation on screen; until then the previous one is shown, inert. */
export function TicketDrawer({ view, onClose }: TicketDrawerProps) {
  useSignals();
  const beside = useAfterPaint(view);
  useBackCloses(onClose, columns.value < 3);
  return (
    <div className="pane-beside" inert={beside !== view}>
      <DrawerOf view={beside} onClose={onClose} />
    </div>
  );
}

const DrawerOf = memo(function DrawerOf({ view, onClose }: TicketDrawerProps) {
  useSignals();
  const t = useText(ticketTexts);
  const ticket = view.ticket.value;
  const events = view.events.value;
  const names = useEventNames(events.length > 0);
  if (!ticket) return null;
  return (
    <ContactDrawer
      key={ticket.contactId}
      contact={ticket.contact}
      trail={events.map((event) => ({ id: event.id, at: event.at, text: eventLine(event, names, t) }))}
      stars={
        <ExtraSections
          key={view.ticketId}
          ticketId={view.ticketId}
          sla={ticket.sla}
          hasStars={maySetSecrets()}
        />
      }
      onClose={onClose}
      room={{
        ticketId: view.ticketId,
        contactId: ticket.contactId,
        connectionId: ticket.whatsappId,
        notes: view.notes,
        messages: view.conversation.messages,
        addNote: (text) => view.addNote(text),
        mayDeleteNote: ({ user }) => mayDeleteNote(currentUser.value, user?.id ?? null),
        deleteNote: (noteId) => void removeNote(view, noteId),
        fields: ticket.fields ?? NO_VALUES,
        queueId: ticket.queueId,
        saveFields: async (values) => showChanged(await changeFields(ticket.id, values)),
        openMessage: (messageId) => requestJump(view.ticketId, messageId),
      }}
    />
  );
});
