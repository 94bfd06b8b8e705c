import { navigate } from "wouter/use-browser-location";
import type { EventData } from "#platform/realtime/contract.ts";
import { shell } from "#web/app/locales/index.ts";
import { text } from "#web/i18n/dictionary.ts";
import { notifyDesktop } from "#web/lib/page/notifications.ts";
import { playNotification } from "#web/lib/page/sound.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { TAKEN_BACK, TAKEN_OVER, TRANSFERRED } from "./admin-notices.ts";

interface Transferred {
  readonly ticketId: number;
  readonly uuid: string;
  readonly contact: string;
  readonly by: string | null;
}

interface TakenOver {
  readonly contact: string;
  readonly by: string | null;
}

/** Shows that a colleague took over a ticket of this user (docs/rules/take-over.md#notifications). */
function tellTakenOver({ contact, by }: TakenOver): void {
  toast.info(
    by
      ? text(shell, "notices.takenOverBy", { name: by, contact })
      : text(shell, "notices.takenOver", { contact }),
  );
}

function wordsOf(code: unknown, { by, contact }: Transferred): string {
  if (code === TAKEN_BACK) return text(shell, "notices.closeTakenBack", { contact });
  return by
    ? text(shell, "notices.transferredBy", { name: by, contact })
    : text(shell, "notices.transferred", { contact });
}

/**
 * Notifies a user, on every page, who gets a ticket from a colleague (docs/rules/tickets.md#transfer-rules) or whose
 * close the customer took back by writing (docs/rules/tickets.md#undo-close). Returns a function that stops it.
 */
export function tellTransfers(): () => void {
  return socket.on("notice", ({ action, code, details }: EventData) => {
    if (action === "create" && code === TAKEN_OVER) return tellTakenOver(details as TakenOver);
    if (action !== "create" || (code !== TRANSFERRED && code !== TAKEN_BACK)) return;
    const { ticketId, uuid, contact } = details as Transferred;
    const open = () => navigate(`/tickets/${uuid}`);
    const words = wordsOf(code, details as Transferred);
    toast.info(words, { label: text(shell, "notices.openTicket"), run: open });
    void playNotification();
    if (document.visibilityState !== "visible")
      notifyDesktop({ title: contact, body: words, tag: `ticket-${ticketId}`, onClick: open });
  });
}
