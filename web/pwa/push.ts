import type { PushOutcome, PushState } from "#inbox/push/contract.ts";
import { language } from "#web/i18n/language.ts";
import { api } from "#web/lib/api/api.ts";
import { askNoticePermission, noticePermission } from "#web/lib/page/notifications.ts";
import { session } from "#web/lib/session/session.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { type BrowserSubscription, PushModel, type PushObstacle, type StoredPush } from "./push-model.ts";

/** Timeout for the arrival of a test notification, ms. */
const ARRIVAL_TIMEOUT_MS = 10_000;

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

function bodyOf(subscription: PushSubscription): BrowserSubscription {
  const { endpoint = "", keys } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } };
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const stored = {
  get(): StoredPush | null {
    try {
      return JSON.parse(storage.get("push") ?? "null") as StoredPush | null;
    } catch {
      return null;
    }
  },
  set(push: StoredPush | null): void {
    if (push) storage.set("push", JSON.stringify(push));
    else storage.remove("push");
  },
};

/** Resolves when the service worker reports that a test has arrived. */
function arrival(): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (arrived: boolean) => {
      clearTimeout(timer);
      navigator.serviceWorker.removeEventListener("message", onMessage);
      resolve(arrived);
    };
    const onMessage = ({ data }: MessageEvent) => {
      if ((data as { type?: unknown } | null)?.type === "push-test") done(true);
    };
    const timer = setTimeout(() => done(false), ARRIVAL_TIMEOUT_MS);
    navigator.serviceWorker.addEventListener("message", onMessage);
  });
}

/** Push notifications of this device. */
export const push = new PushModel({
  read: () => api.get<PushState>("/push"),
  register: (body) => api.put("/push", body),
  unregister: () => api.delete("/push"),
  sendTest: () => api.post<{ outcome: PushOutcome }>("/push/test"),
  language: () => language.peek(),
  obstacle,
  requestPermission: askNoticePermission,
  async subscribe(publicKey) {
    const { pushManager } = await registration();
    const applicationServerKey = bytesOf(publicKey);
    const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    try {
      return bodyOf(await subscribe());
    } catch {
      // The subscription was made with the key of an earlier installation at this address.
      await (await subscriptionNow())?.unsubscribe();
      return bodyOf(await subscribe());
    }
  },
  async current() {
    const subscription = await subscriptionNow();
    return subscription && bodyOf(subscription);
  },
  unsubscribe: async () => (await subscriptionNow())?.unsubscribe(),
  arrival,
  stored,
  who() {
    const user = session.user.peek();
    return `${user?.companyId ?? 0}:${user?.id ?? 0}`;
  },
});
