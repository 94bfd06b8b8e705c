import { signal } from "@preact/signals-react";
import { errorText } from "#web/i18n/error-text.ts";
import { isAborted } from "#web/lib/api-error.ts";

export interface Toast {
  readonly id: number;
  readonly tone: "success" | "error" | "info";
  readonly text: string;
  readonly action?: ToastAction;
}
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
  /** The toast has gone, whatever the reason, and nobody pressed. */
  readonly onGone?: () => void;
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
    leave(shown.peek().filter((toast) => toast.id !== id));
  },
  closeAll: () => leave([]),
  /** Somebody pressed its button. */
  act({ id, action }: Toast): void {
    shown.value = shown.peek().filter((toast) => toast.id !== id);
    action?.run();
  },
};

/** These stay; the others go and may have something to do. */
function leave(staying: readonly Toast[]): void {
  const gone = shown.peek().filter((toast) => !staying.includes(toast));
  shown.value = staying;
  for (const { action } of gone) action?.onGone?.();
}

function show(content: Omit<Toast, "id">): () => void {
  lastId += 1;
  const id = lastId;
  leave([...shown.peek(), { ...content, id }].slice(-MOST));
  return () => toasts.close(id);
}

/** The one way to say something in passing. Each answers how to take the toast away early. */
export const toast = {
  success: (text: string) => show({ tone: "success", text }),
  info: (text: string, action?: Toast["action"]) =>
    show(action ? { tone: "info", text, action } : { tone: "info", text }),
  /** What is done for good only when the toast goes. */
  undoable: (text: string, action: ToastAction) => show({ tone: "info", text, action }),
  error: (text: string) => show({ tone: "error", text }),
  /** Tells a failure of a call in words; what we called off ourselves is not told. */
  failure(error: unknown): void {
    if (!isAborted(error)) show({ tone: "error", text: errorText(error) });
  },
};
