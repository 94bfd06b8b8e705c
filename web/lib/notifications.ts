import { effect, type ReadonlySignal, signal } from "@preact/signals-react";

const count = signal(0);
/** Tickets with something unread, for the title of the tab, its icon and the icon of the installed app. */
export const unreadCount: ReadonlySignal<number> = count;

export function setUnreadCount(unread: number): void {
  count.value = Math.max(0, unread);
}

/** `(3) Balcão`; plain while nothing is unread. */
export function pageTitle(unread: number, name = "Balcão"): string {
  return unread > 0 ? `(${unread > 99 ? "99+" : unread}) ${name}` : name;
}

/** Shows the count in the tab and on the app's icon from now on. Answers how to stop. */
export function showUnreadCount(): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const plain = icon?.href;
  return effect(() => {
    const unread = count.value;
    document.title = pageTitle(unread);
    const marked = icon?.dataset["unread"];
    if (icon && plain && marked) icon.href = unread > 0 ? marked : plain;
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

/** Shows a notice of the desktop, when permitted. A click brings the page to the front. */
export function notifyDesktop({ title, body, tag, icon, onClick }: DesktopNotice): void {
  if (noticePermission() !== "granted") return;
  const notice = new Notification(title, { body, tag, ...(icon ? { icon } : {}), silent: true });
  notice.onclick = () => {
    globalThis.focus();
    onClick();
    notice.close();
  };
}
