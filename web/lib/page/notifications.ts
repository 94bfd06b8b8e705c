import { effect, signal } from "@preact/signals-react";
import { storage } from "#web/lib/storage/storage.ts";
import { brand, showIcon } from "./brand.ts";

const count = signal(0);

export function setUnreadCount(unread: number): void {
  count.value = Math.max(0, unread);
}

/** Title with the unread count, `(3) Balcão`; only the name while the count is 0. */
export function pageTitle(unread: number, name: string): string {
  return unread > 0 ? `(${unread > 99 ? "99+" : unread}) ${name}` : name;
}

/** Shows the unread count in the tab and on the app's icon. Returns a function that stops it. */
export function showUnreadCount(): () => void {
  return effect(() => {
    const unread = count.value;
    const { name, logoUrl } = brand.value;
    document.title = pageTitle(unread, name);
    showIcon(logoUrl, unread > 0);
    void (unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.())?.catch(() => undefined);
  });
}

export interface DesktopNotice {
  readonly title: string;
  readonly body: string;
  /** Notifications with an equal tag replace each other: one per ticket. */
  readonly tag: string;
  readonly icon?: string;
  readonly onClick: () => void;
}

/** The browser's permission to show notifications; `default` = not asked yet. */
export function noticePermission(): NotificationPermission | "unsupported" {
  return typeof Notification === "undefined" ? "unsupported" : Notification.permission;
}

/** Asks the browser for permission; call it only in response to a press. */
export async function askNoticePermission(): Promise<boolean> {
  if (typeof Notification === "undefined") return false;
  return (await Notification.requestPermission()) === "granted";
}

/** Mobile browsers show notifications only through the service worker, which also handles the press. */
function created(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options);
  } catch {
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, options));
    return null;
  }
}

/** Shows a desktop notification, if permitted. A click brings the page to the front. */
export function notifyDesktop({ title, body, tag, icon, onClick }: DesktopNotice): void {
  if (noticePermission() !== "granted") return;
  // The push notification of the device is shown instead while the page is hidden, if enabled.
  if (document.visibilityState === "hidden" && storage.get("push") !== null) return;
  const options = { body, tag, ...(icon ? { icon } : {}), silent: true };
  const notice = created(title, options);
  if (!notice) return;
  notice.onclick = () => {
    globalThis.focus();
    onClick();
    notice.close();
  };
}
