import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components/Toast";
import { errorText } from "#web/i18n/error-text.ts";
import { isAborted } from "#web/lib/api-error.ts";

export interface ToastContent {
  readonly tone: "success" | "error" | "info";
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** A toast stays 2 seconds (specification 000 section 8); hovering or focusing it stops the clock. */
export const TOAST_MS = 2_000;
/** One with something to press stays longer, ms. */
export const ACTION_TOAST_MS = 8_000;

export const toasts = new ToastQueue<ToastContent>({ maxVisibleToasts: 4 });

function show(content: ToastContent): () => void {
  const key = toasts.add(content, { timeout: content.action ? ACTION_TOAST_MS : TOAST_MS });
  return () => toasts.close(key);
}

/** The one way to say something in passing. Each answers how to take the toast away early. */
export const toast = {
  success: (text: string) => show({ tone: "success", text }),
  info: (text: string, action?: ToastContent["action"]) =>
    show(action ? { tone: "info", text, action } : { tone: "info", text }),
  error: (text: string) => show({ tone: "error", text }),
  /** Tells a failure of a call in words; what we called off ourselves is not told. */
  failure(error: unknown): void {
    if (!isAborted(error)) show({ tone: "error", text: errorText(error) });
  },
};
