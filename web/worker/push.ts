import type { PushPayload } from "#inbox/push/contract.ts";
import { previewText } from "#web/lib/format/plain-text.ts";
import type { WorkerClient, WorkerClients } from "./scope.ts";

/** A notification as it is shown. */
export interface Shown {
  readonly title: string;
  readonly options: {
    readonly body: string;
    readonly tag: string;
    /** Rings again, though it takes the place of another. */
    readonly renotify: boolean;
    readonly icon: string;
    readonly data: { readonly path: string };
  };
}

const TEXTS = {
  pt: {
    message: "Nova mensagem",
    transfer: "Um atendimento foi transferido para você",
    test: "Tudo certo: as notificações chegam a este aparelho.",
  },
  en: {
    message: "New message",
    transfer: "A ticket was transferred to you",
    test: "All fine: notifications reach this device.",
  },
  es: {
    message: "Mensaje nuevo",
    transfer: "Una atención fue transferida a usted",
    test: "Todo bien: las notificaciones llegan a este dispositivo.",
  },
} as const;

/** Where there is no brand. */
const NAME = "Balcão";
const ICON = "/icon-192.png";

/** What is shown of a push. One notification per ticket: the newer takes the place of the older. */
export function shownOf(payload: PushPayload): Shown {
  const texts = TEXTS[payload.language as keyof typeof TEXTS] ?? TEXTS.pt;
  const icon = payload.brand?.icon ?? ICON;
  if (payload.kind === "test")
    return {
      title: payload.brand?.name || NAME,
      options: { body: texts.test, tag: "test", renotify: true, icon, data: { path: "/tickets" } },
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

const windows = (clients: WorkerClients) => clients.matchAll({ type: "window", includeUncontrolled: true });

/** Whether the ticket is before the person's eyes: then there is nothing to tell. */
export const isOnScreen = (
  path: string,
  pages: readonly Pick<WorkerClient, "url" | "visibilityState">[],
): boolean =>
  pages.some(({ url, visibilityState }) => visibilityState === "visible" && new URL(url).pathname === path);

/** Shows a push; a test is also told to the pages, which wait for it. */
export async function showPush(
  payload: PushPayload,
  clients: WorkerClients,
  show: (shown: Shown) => Promise<void>,
  badge: (unread: number) => Promise<void>,
): Promise<void> {
  const pages = await windows(clients);
  const shown = shownOf(payload);
  if (payload.kind === "test") for (const page of pages) page.postMessage({ type: "push-test" });
  else if (isOnScreen(shown.options.data.path, pages)) return;
  await show(shown);
  // Where a page is open it counts itself, and takes the sign away when all is read.
  if (payload.kind !== "test" && payload.unread !== undefined && pages.length === 0)
    await badge(payload.unread);
}

/**
 * Pushes are shown in the order they came: each takes the place of the one before, and the browser fetches the icon of each
 * in its own time. One that fails holds up nobody.
 */
export function inTurn(): (work: () => Promise<void>) => Promise<void> {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = before.then(work);
    before = mine.catch(() => undefined);
    return mine;
  };
}

/** A press leads to the ticket: in a page that is open, else in a new one. */
export async function openPath(path: string, clients: WorkerClients): Promise<void> {
  const [page] = await windows(clients);
  if (!page) {
    await clients.openWindow(path);
    return;
  }
  page.postMessage({ type: "open", path });
  await page.focus();
}
