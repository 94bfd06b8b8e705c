import { navigate } from "wouter/use-browser-location";
import type { EventData } from "#platform/realtime/contract.ts";
import { shell } from "#web/app/locales/index.ts";
import { text } from "#web/i18n/dictionary.ts";
import { notifyDesktop } from "#web/lib/page/notifications.ts";
import { playNotification } from "#web/lib/page/sound.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { TRANSFERRED } from "./admin-notices.ts";

interface Transferred {
  readonly ticketId: number;
  readonly uuid: string;
  readonly contact: string;
  readonly by: string | null;
}

function wordsOf({ by, contact }: Transferred): string {
  return by
    ? text(shell, "notices.transferredBy", { name: by, contact })
    : text(shell, "notices.transferred", { contact });
}

/**
 * Notifies a user, on every page, who gets a ticket from a colleague (docs/rules/tickets.md#transfer-rules). Returns a
 * function that stops it.
 */
export function tellTransfers(): () => void {
  return socket.on("notice", ({ action, code, details }: EventData) => {
    if (action !== "create" || code !== TRANSFERRED) return;
    const { ticketId, uuid, contact } = details as Transferred;
    const open = () => navigate(`/tickets/${uuid}`);
    const words = wordsOf(details as Transferred);
    toast.info(words, { label: text(shell, "notices.openTicket"), run: open });
    void playNotification();
    if (document.visibilityState !== "visible")
      notifyDesktop({ title: contact, body: words, tag: `ticket-${ticketId}`, onClick: open });
  });
}
