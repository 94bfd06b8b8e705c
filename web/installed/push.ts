import type { PushOutcome, PushState } from "#inbox/push/contract.ts";
import { language } from "#web/i18n/start.ts";
import { api } from "#web/lib/api/api.ts";
import { askNoticePermission, noticePermission } from "#web/lib/page/notifications.ts";
import { session } from "#web/lib/session/session.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { type BrowserSubscription, PushModel, type PushObstacle, type Wish } from "./push-model.ts";

/** A notification that has not come within this time will not be waited for, ms. */
const ARRIVAL_MS = 10_000;

const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);
const isInstalled = (): boolean => globalThis.matchMedia("(display-mode: standalone)").matches;

function obstacle(): PushObstacle | null {
  if (isApple() && !isInstalled()) return "notInstalled";
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis)) return "unsupported";
  const permission = noticePermission();
  if (permission === "unsupported") return "unsupported";
  return permission === "denied" ? "denied" : null;
}

const registration = () => navigator.serviceWorker.ready;
const subscriptionNow = async () =>
  "serviceWorker" in navigator
    ? ((await (await navigator.serviceWorker.getRegistration("/"))?.pushManager?.getSubscription()) ?? null)
    : null;

function asSent(subscription: PushSubscription): BrowserSubscription {
  const { endpoint = "", keys } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } };
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const wish = {
  get(): Wish | null {
    try {
      return JSON.parse(storage.get("push") ?? "null") as Wish | null;
    } catch {
      return null;
    }
  },
  set(wanted: Wish | null): void {
    if (wanted) storage.set("push", JSON.stringify(wanted));
    else storage.remove("push");
  },
};

/** The worker says when a test has reached it. */
function arrival(): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (came: boolean) => {
      clearTimeout(timer);
      navigator.serviceWorker.removeEventListener("message", heard);
      resolve(came);
    };
    const heard = ({ data }: MessageEvent) => {
      if ((data as { type?: unknown } | null)?.type === "push-test") done(true);
    };
    const timer = setTimeout(() => done(false), ARRIVAL_MS);
    navigator.serviceWorker.addEventListener("message", heard);
  });
}

/** Notifications of this device. */
export const push = new PushModel({
  read: () => api.get<PushState>("/push"),
  keep: (body) => api.put("/push", body),
  forget: () => api.delete("/push"),
  sendTest: () => api.post<{ outcome: PushOutcome }>("/push/test"),
  language: () => language.peek(),
  obstacle,
  askPermission: askNoticePermission,
  async subscribe(publicKey) {
    const { pushManager } = await registration();
    const applicationServerKey = bytesOf(publicKey);
    const asked = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    try {
      return asSent(await asked());
    } catch {
      // Subscribed under another key: of an installation that was here before.
      await (await subscriptionNow())?.unsubscribe();
      return asSent(await asked());
    }
  },
  async current() {
    const subscription = await subscriptionNow();
    return subscription && asSent(subscription);
  },
  unsubscribe: async () => (await subscriptionNow())?.unsubscribe(),
  arrival,
  wish,
  who() {
    const user = session.user.peek();
    return `${user?.companyId ?? 0}:${user?.id ?? 0}`;
  },
});
