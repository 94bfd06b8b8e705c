import { effect } from "@preact/signals-react";
import { shell } from "#web/app/locales/index.ts";
import { text } from "#web/i18n/dictionary.ts";
import { session } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";

/** Delay of the reload after the message, ms (docs/rules/screens.md#session-in-the-browser). */
const RELOAD_MS = 1_000;

/** Shows 'Sua conta foi acessada em outro computador.' and reloads the page. Returns a function that stops it. */
export function watchReplacement(reload: () => void = () => globalThis.location.reload()): () => void {
  return effect(() => {
    if (!session.replaced.value) return;
    toast.error(text(shell, "session.elsewhere"));
    const timer = setTimeout(reload, RELOAD_MS);
    return () => clearTimeout(timer);
  });
}
