import { effect, type ReadonlySignal, signal } from "@preact/signals-react";
import { brandLogo, brandName } from "./brand.ts";
import { storage } from "./storage.ts";

const count = signal(0);
/** Tickets with something unread, for the title of the tab, its icon and the icon of the installed app. */
export const unreadCount: ReadonlySignal<number> = count;

export function setUnreadCount(unread: number): void {
  count.value = Math.max(0, unread);
}

/** `(3) Balcão`; plain while nothing is unread. */
export function pageTitle(unread: number, name = brandName): string {
  return unread > 0 ? `(${unread > 99 ? "99+" : unread}) ${name}` : name;
}

/** The icon of the tab with a red dot; drawn in the page, so that no request is needed. */
const MARKED_ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="18" fill="#1583d4"/>' +
    '<path d="M20 11h24a6 6 0 0 1 6 6v11a6 6 0 0 1-6 6H33l-8 7v-7h-5a6 6 0 0 1-6-6V17a6 6 0 0 1 6-6z" fill="#fff"/>' +
    '<rect x="10" y="46" width="44" height="6" rx="2" fill="#fff"/>' +
    '<circle cx="47" cy="17" r="17" fill="#c02a37" stroke="#fff" stroke-width="4"/></svg>',
)}`;

/** Shows the count in the tab and on the app's icon from now on. Answers how to stop. */
export function showUnreadCount(): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const plain = icon?.href;
  return effect(() => {
    const unread = count.value;
    document.title = pageTitle(unread);
    if (icon && plain && !brandLogo) icon.href = unread > 0 ? MARKED_ICON : plain;
    void (unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.())?.catch(() => undefined);
  });
}

export interface DesktopNotice {
  readonly title: string;
  readonly body: string;
  /** A new notice of the same tag takes the place of the old one: one per ticket. */
  readonly tag: string;
  readonly icon?: string;
  readonly onClick: () => void;
}

/** Whether the browser may show notices; `default` = not asked yet. */
export function noticePermission(): NotificationPermission | "unsupported" {
  return typeof Notification === "undefined" ? "unsupported" : Notification.permission;
}

/** Asks the browser for permission; only ever after a press of the person. */
export async function askNoticePermission(): Promise<boolean> {
  if (typeof Notification === "undefined") return false;
  return (await Notification.requestPermission()) === "granted";
}

/** Browsers of phones show them through the worker alone, which also hears the press. */
function created(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options);
  } catch {
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, options));
    return null;
  }
}

/** Shows a notice of the desktop, when permitted. A click brings the page to the front. */
export function notifyDesktop({ title, body, tag, icon, onClick }: DesktopNotice): void {
  if (noticePermission() !== "granted") return;
  // A page nobody sees leaves it to the notifications of the device, where they are on.
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
