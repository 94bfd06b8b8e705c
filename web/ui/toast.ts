import { signal } from "@preact/signals-react";
import { errorText } from "#web/i18n/error-text.ts";
import { isAborted } from "#web/lib/api-error.ts";

export interface Toast {
  readonly id: number;
  readonly tone: "success" | "error" | "info";
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** A toast stays 2 seconds (specification 000 section 8); hovering or focusing it stops the clock. */
export const TOAST_MS = 2_000;
/** One with something to press stays longer, ms. */
export const ACTION_TOAST_MS = 8_000;
/** More than these at once would cover the page; the oldest goes. */
const MOST = 4;

const shown = signal<readonly Toast[]>([]);
let lastId = 0;

/** The toasts on screen, oldest first. */
export const toasts = {
  list: shown,
  close(id: number): void {
    shown.value = shown.peek().filter((toast) => toast.id !== id);
  },
};

function show(content: Omit<Toast, "id">): () => void {
  lastId += 1;
  const id = lastId;
  shown.value = [...shown.peek(), { ...content, id }].slice(-MOST);
  return () => toasts.close(id);
}

/** The one way to say something in passing. Each answers how to take the toast away early. */
export const toast = {
  success: (text: string) => show({ tone: "success", text }),
  info: (text: string, action?: Toast["action"]) =>
    show(action ? { tone: "info", text, action } : { tone: "info", text }),
  error: (text: string) => show({ tone: "error", text }),
  /** Tells a failure of a call in words; what we called off ourselves is not told. */
  failure(error: unknown): void {
    if (!isAborted(error)) show({ tone: "error", text: errorText(error) });
  },
};
