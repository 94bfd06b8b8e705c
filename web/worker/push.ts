import type { PushPayload } from "#inbox/push/contract.ts";
import { previewText } from "#web/lib/format/plain-text.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";
import type { WorkerClient, WorkerClients } from "./scope.ts";

/** A notification to be shown. */
export interface PushNotification {
  readonly title: string;
  readonly options: {
    readonly body: string;
    readonly tag: string;
    /** True if it alerts again although it replaces another notification. */
    readonly renotify: boolean;
    readonly icon: string;
    readonly data: { readonly path: string };
  };
}

const TEXTS = { pt, en, es };

/** Icon for notifications without a brand. */
const NAME = "Balcão";
const ICON = "/icon-192.png";

/** The notification of a push message. One per ticket: a newer one replaces the older. */
export function notificationOf(payload: PushPayload): PushNotification {
  const texts = TEXTS[payload.language as keyof typeof TEXTS] ?? TEXTS.pt;
  const icon = payload.brand?.icon ?? ICON;
  if (payload.kind === "test")
    return {
      title: payload.brand?.name || NAME,
      options: { body: texts.test, tag: "test", renotify: true, icon, data: { path: "/tickets" } },
    };
  if (payload.kind === "personal")
    return {
      title: payload.name || payload.brand?.name || NAME,
      options: {
        body: personalText(texts, payload),
        tag: `notification-${payload.notificationId}`,
        renotify: true,
        icon,
        data: { path: payload.uuid === null ? "/tickets" : `/tickets/${payload.uuid}` },
      },
    };
  return {
    title: payload.name,
    options: {
      body: previewText(payload.text ?? "") || texts[payload.kind],
      tag: `ticket-${payload.ticketId}`,
      renotify: true,
      icon,
      data: { path: `/tickets/${payload.uuid}` },
    },
  };
}

type Personal = Extract<PushPayload, { kind: "personal" }>;

/** Text of a personal notification. This worker may be older than the server: unknown kinds get a general text. */
function personalText(texts: typeof pt, { about, by }: Personal): string {
  const known: Partial<Record<string, string>> = texts.personal;
  const named = by === "" ? undefined : known[`${about}By`]?.replace("{{by}}", by);
  return named ?? known[about] ?? texts.personal.other;
}

const windows = (clients: WorkerClients) => clients.matchAll({ type: "window", includeUncontrolled: true });

/** Whether a visible page shows the ticket; then no notification is shown. */
export const isOnScreen = (
  path: string,
  pages: readonly Pick<WorkerClient, "url" | "visibilityState">[],
): boolean =>
  pages.some(({ url, visibilityState }) => visibilityState === "visible" && new URL(url).pathname === path);

/** Shows a push message; a test is also reported to the pages, which wait for the report. */
export async function showPush(
  payload: PushPayload,
  clients: WorkerClients,
  show: (notification: PushNotification) => Promise<void>,
  badge: (unread: number) => Promise<void>,
): Promise<void> {
  const pages = await windows(clients);
  const notification = notificationOf(payload);
  if (payload.kind === "test") for (const page of pages) page.postMessage({ type: "push-test" });
  else if (isOnScreen(notification.options.data.path, pages)) return;
  await show(notification);
  // An open page counts unread tickets itself and clears the badge.
  if ("unread" in payload && payload.unread !== undefined && pages.length === 0) await badge(payload.unread);
}

/**
 * A queue that runs its functions one after the other; a failed one does not block the next. Notifications of one ticket
 * replace each other, so they must be shown in the order of arrival, although their icons load at different speeds.
 */
export function serialQueue(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const current = last.then(work);
    last = current.catch(() => undefined);
    return current;
  };
}

/** Opens a path in an open page, or else in a new one. */
export async function openPath(path: string, clients: WorkerClients): Promise<void> {
  const [page] = await windows(clients);
  if (!page) {
    await clients.openWindow(path);
    return;
  }
  page.postMessage({ type: "open", path });
  await page.focus();
}
