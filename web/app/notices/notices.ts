import { navigate } from "wouter/use-browser-location";
import { preloadTexts, text } from "#web/i18n/dictionary.ts";
import { lastWords } from "#web/inbox/messages/bubble/message-summary.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { api } from "#web/lib/api/api.ts";
import { notifyDesktop, setUnreadCount } from "#web/lib/page/notifications.ts";
import { playNotification } from "#web/lib/page/sound.ts";
import { session } from "#web/lib/session/session.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { adminNotices } from "./admin-notices.ts";
import { noticeTexts } from "./locales/index.ts";
import { Notices } from "./notices-model.ts";

/** Messages within this time cause only one sound, ms. */
const ONE_RING_MS = 1_000;
let rangAt = 0;

/** Plays the notification sound, at most once a second. */
export function ringOnce(): void {
  if (Date.now() - rangAt < ONE_RING_MS) return;
  rangAt = Date.now();
  void playNotification();
}

/** Whether the page with this path is in front of the user. */
export const isPathOnScreen = (path: string): boolean =>
  globalThis.location.pathname === path && document.visibilityState === "visible" && document.hasFocus();

/** The unread tickets in the bell of this page, with sound and desktop notification for new messages. */
export const notices = new Notices({
  api,
  socket,
  listener: () => {
    const user = session.user.peek();
    return user ? { userId: user.id, pendingToo: user.allTicket === "enable" } : null;
  },
  isOnScreen: ({ uuid }) => isPathOnScreen(`/tickets/${uuid}`),
  ring: (ticket) => {
    ringOnce();
    notifyDesktop({
      title: ticket.contact.name,
      body: lastWords(ticket, (key, values) => text(messages, key, values)),
      tag: `ticket-${ticket.id}`,
      ...(ticket.contact.profilePicUrl ? { icon: ticket.contact.profilePicUrl } : {}),
      onClick: () => navigate(`/tickets/${ticket.uuid}`),
    });
  },
  onCount: setUnreadCount,
});

/** Follows the server's notices to admins. Returns a function that stops it. */
export function startAdminNotices(): () => void {
  return adminNotices.start(socket, ({ code, name }) => {
    ringOnce();
    const tell = () => toast.info(text(noticeTexts, `notice.${code}`, { name }));
    preloadTexts(noticeTexts).then(tell, toast.failure);
  });
}
