import { effect } from "@preact/signals-react";
import { navigate } from "wouter/use-browser-location";
import { preloadTexts, text } from "#web/i18n/dictionary.ts";
import { brand } from "#web/lib/page/brand.ts";
import { session } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { pwaTexts } from "./locales/index.ts";
import { push } from "./push.ts";

/** Interval of the check for a newer version while a page is open, ms. */
const CHECK_MS = 3_600_000;

/** Path of the first script of this page. */
function ownEntry(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? new URL(script.src).pathname : "";
}

async function notifyNewVersion(): Promise<void> {
  await preloadTexts(pwaTexts);
  toast.info(text(pwaTexts, "version.newer", { brand: brand.value.name }), {
    label: text(pwaTexts, "version.reload"),
    run: () => globalThis.location.reload(),
  });
}

/** Enables push for the signed-in user; after a logout there are no notifications. */
function followSession(): void {
  let known: string | null = null;
  effect(() => {
    const { value: state } = session.state;
    const user = session.user.value;
    if (user?.supportUntil) return;
    const who = state === "out" ? "" : user ? `${user.companyId}:${user.id}` : null;
    if (who === null || who === known) return;
    known = who;
    if (state === "out") {
      void push.stop().catch(() => undefined);
      void caches.delete("shared-with-balcao");
    } else void push.syncWithUser().catch(() => undefined);
  });
}

/** Registers the service worker and handles its updates. Does nothing in a browser without service workers. */
export async function startWorker(): Promise<void> {
  const workers = (navigator as Partial<Navigator>).serviceWorker;
  if (!workers) return;
  // Undefined where the browser disables service workers.
  const registration: ServiceWorkerRegistration | undefined = await workers
    .register("/sw.js", { scope: "/", updateViaCache: "none" })
    .catch(() => undefined);
  if (!registration) return;
  const settle = () => {
    if (registration.waiting)
      void handleWaitingVersion(registration.waiting, ownEntry(), () => void notifyNewVersion());
  };
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed" && registration.active) settle();
    });
  });
  settle();
  workers.addEventListener("message", ({ data }: MessageEvent) => {
    const { type, path } = (data ?? {}) as { type?: unknown; path?: unknown };
    if (type === "open" && typeof path === "string") navigate(path);
  });
  followSession();
  let checkedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - checkedAt < CHECK_MS) return;
    checkedAt = Date.now();
    registration.update().then(settle, () => undefined);
  });
}

/** An installed service worker that waits until the pages of the older one are closed. */
type WaitingWorker = Pick<ServiceWorker, "postMessage">;

/** Timeout for a service worker's answer, ms. */
const ANSWER_TIMEOUT_MS = 2_000;

/** Path of the first script of the worker's version; null without an answer. */
function entryOf(worker: WaitingWorker): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => done(null), ANSWER_TIMEOUT_MS);
    const done = (entry: string | null) => {
      clearTimeout(timer);
      port1.close();
      resolve(entry);
    };
    port1.onmessage = ({ data }) => done(typeof data === "string" ? data : null);
    worker.postMessage("entry", [port2]);
  });
}

/**
 * Handles a waiting version. Pages are loaded from the network first, so this page may already belong to it; then its
 * worker is activated at once. Otherwise `notify` asks the user to reload.
 */
async function handleWaitingVersion(
  worker: WaitingWorker,
  ownEntry: string,
  notify: () => void,
): Promise<void> {
  const entry = await entryOf(worker);
  if (entry === null) return;
  if (entry === ownEntry) worker.postMessage("take-over");
  else notify();
}
