import { effect } from "@preact/signals-react";
import { navigate } from "wouter/use-browser-location";
import { preloadTexts, text } from "#web/i18n/dictionary.ts";
import { brand } from "#web/lib/page/brand.ts";
import { session } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { installed } from "./locales/index.ts";
import { settleVersion } from "./newer-version.ts";
import { push } from "./push.ts";

/** A page that stays open asks this often whether there is a newer version, ms. */
const LOOK_MS = 3_600_000;

/** Path of the first script of this page. */
function ownEntry(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? new URL(script.src).pathname : "";
}

async function tellNewer(): Promise<void> {
  await preloadTexts(installed);
  toast.info(text(installed, "version.newer", { brand: brand.value.name }), {
    label: text(installed, "version.reload"),
    run: () => globalThis.location.reload(),
  });
}

/** Whoever is at the page is the one this browser tells, and after a logout it is nobody. */
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
      void push.leave().catch(() => undefined);
      void caches.delete("shared-with-balcao");
    } else void push.follow().catch(() => undefined);
  });
}

/** Registers the worker of the app and follows its versions. A browser without workers works as before. */
export async function startWorker(): Promise<void> {
  const workers = (navigator as Partial<Navigator>).serviceWorker;
  if (!workers) return;
  // Answers nothing where workers are forbidden.
  const registration: ServiceWorkerRegistration | undefined = await workers
    .register("/sw.js", { scope: "/", updateViaCache: "none" })
    .catch(() => undefined);
  if (!registration) return;
  const settle = () => {
    if (registration.waiting) void settleVersion(registration.waiting, ownEntry(), () => void tellNewer());
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
  let lookedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - lookedAt < LOOK_MS) return;
    lookedAt = Date.now();
    registration.update().then(settle, () => undefined);
  });
}
