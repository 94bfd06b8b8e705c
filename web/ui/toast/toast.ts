import { signal } from "@preact/signals-react";
import { errorText } from "#web/i18n/error-text.ts";
import { isAborted } from "#web/lib/api/api-error.ts";

export interface Toast {
  readonly id: number;
  readonly tone: "success" | "error" | "info";
  readonly text: string;
  /** What the text is about, such as a name; shown more quietly. */
  readonly detail?: string;
  readonly action?: ToastAction;
  /**
   * How long the toast stays, ms, whether or not it is hovered: the server's time runs as well. A ring shows it.
   * Absent: the time of its kind.
   */
  readonly exactMs?: number;
}
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
  /** The toast has gone, whatever the reason, and its action was not used. */
  readonly onGone?: () => void;
}

/** How long a toast stays, ms; hovering or focusing it restarts the time (docs/rules/toasts.md#times). */
const TOAST_MS = 3_000;
/** A toast with an action, and an error: long enough to read and to act, ms. */
const LONG_TOAST_MS = 8_000;
/** More toasts than these at once would cover the page; the oldest goes. */
const MOST = 4;

/** The time of a toast, ms. */
export const timeOf = ({ tone, action, exactMs }: Toast): number =>
  exactMs ?? (action || tone === "error" ? LONG_TOAST_MS : TOAST_MS);

const shown = signal<readonly Toast[]>([]);
let lastId = 0;

/** The toasts on screen, oldest first. */
export const toasts = {
  list: shown,
  close(id: number): void {
    leave(shown.peek().filter((toast) => toast.id !== id));
  },
  closeAll: () => leave([]),
  /** Its button was pressed. */
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
  // The same words again restart their time instead of standing there twice.
  const others = shown
    .peek()
    .filter(
      ({ text, tone, action }) => action || content.action || text !== content.text || tone !== content.tone,
    );
  leave([...others, { ...content, id }].slice(-MOST));
  return () => toasts.close(id);
}

/** The one way to say something in passing. Each returns a function that takes the toast away early. */
export const toast = {
  success: (text: string) => show({ tone: "success", text }),
  info: (text: string, action?: Toast["action"]) =>
    show(action ? { tone: "info", text, action } : { tone: "info", text }),
  /** What is done for good only when the toast goes. */
  undoable: (text: string, action: ToastAction) => show({ tone: "info", text, action }),
  /** What the server does for good after `exactMs`; a ring shows the time that is left. */
  timed: (content: { text: string; detail: string; action: ToastAction; exactMs: number }) =>
    show({ tone: "info", ...content }),
  error: (text: string) => show({ tone: "error", text }),
  /** Shows a failure of a call in words; a call that was aborted by the page shows nothing. */
  failure(error: unknown): void {
    if (!isAborted(error)) show({ tone: "error", text: errorText(error) });
  },
};
