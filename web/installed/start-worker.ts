import { preloadTexts, text } from "#web/i18n/dictionary.ts";
import { toast } from "#web/ui/toast.ts";
import { installed } from "./locales/index.ts";
import { settleVersion } from "./newer-version.ts";

/** A page that stays open asks this often whether there is a newer version, ms. */
const LOOK_MS = 3_600_000;

/** Path of the first script of this page. */
function ownEntry(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? new URL(script.src).pathname : "";
}

async function tellNewer(): Promise<void> {
  await preloadTexts(installed);
  toast.info(text(installed, "version.newer"), {
    label: text(installed, "version.reload"),
    run: () => globalThis.location.reload(),
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
  let lookedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - lookedAt < LOOK_MS) return;
    lookedAt = Date.now();
    registration.update().then(settle, () => undefined);
  });
}
