import { effect } from "@preact/signals-react";
import { navigate } from "wouter/use-browser-location";
import { preloadTexts, text } from "#web/i18n/dictionary.ts";
import { brand } from "#web/lib/page/brand.ts";
import { session } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { pwaTexts } from "./locales/index.ts";
import { push } from "./push.ts";
import { handleWaitingVersion } from "./waiting-version.ts";

/** Interval of the check for a newer version while a page stays open, ms. */
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

/** Push notifications follow the signed-in user; after a logout there are none. */
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
  // Undefined where the browser forbids workers.
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
