import { searchMessages } from "#web/inbox/messages/messages-api.ts";
import { HitsList } from "#web/inbox/messages/stream/hits-list.tsx";
import { requestJump } from "#web/inbox/messages/stream/jump.ts";
import { openTicketPage } from "#web/inbox/tickets/paths.ts";

/** The messages that contain the text, in all tickets the user may read; a press opens the message. */
export function MessageHitsPanel({ search }: { readonly search: string }) {
  return (
    <HitsList
      search={search}
      find={(text, signal) => searchMessages(text, null, signal)}
      nameOf={({ contactName }) => contactName}
      onOpen={(hit) => {
        requestJump(hit.ticketId, hit.id);
        openTicketPage(hit.ticketUuid);
      }}
    />
  );
}
