import { signal } from "@preact/signals-react";
import { errorText } from "#web/i18n/errors/error-text.ts";
import { isAborted } from "#web/lib/api/api-error.ts";

export interface Toast {
  readonly id: number;
  readonly tone: "success" | "error" | "info";
  readonly text: string;
  /** Subject of the text, such as a name; shown less prominently. */
  readonly detail?: string;
  readonly action?: ToastAction;
  /**
   * Exact time of the toast, ms, hovered or not, because the server's timeout runs, too. A ring shows it. Default: the
   * time of its kind.
   */
  readonly exactMs?: number;
}
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
  /** Called when the toast disappears without its action. */
  readonly onGone?: () => void;
}

/** Time for which a toast is shown, ms; hovering or focusing it restarts the time (docs/rules/toasts.md#times). */
const TOAST_MS = 3_000;
/** Time for a toast with an action, and for an error: long enough to read it and to act, ms. */
const LONG_TOAST_MS = 8_000;
/** Maximum number of toasts; the oldest is closed. */
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
  /** Called when its button is pressed. */
  act({ id, action }: Toast): void {
    shown.value = shown.peek().filter((toast) => toast.id !== id);
    action?.run();
  },
};

/** Keeps these toasts and closes the others, whose `onGone` may be called. */
function leave(staying: readonly Toast[]): void {
  const gone = shown.peek().filter((toast) => !staying.includes(toast));
  shown.value = staying;
  for (const { action } of gone) action?.onGone?.();
}

function show(content: Omit<Toast, "id">): () => void {
  lastId += 1;
  const id = lastId;
  // The same text again restarts the time of the shown toast.
  const others = shown
    .peek()
    .filter(
      ({ text, tone, action }) => action || content.action || text !== content.text || tone !== content.tone,
    );
  leave([...others, { ...content, id }].slice(-MOST));
  return () => toasts.close(id);
}

/** Shows a toast. Each function returns one that closes the toast early. */
export const toast = {
  success: (text: string) => show({ tone: "success", text }),
  info: (text: string, action?: Toast["action"]) =>
    show(action ? { tone: "info", text, action } : { tone: "info", text }),
  /** For an action that is carried out only when the toast disappears. */
  undoable: (text: string, action: ToastAction) => show({ tone: "info", text, action }),
  /** For an action that the server carries out after `exactMs`; a ring shows the remaining time. */
  timed: (content: { text: string; detail: string; action: ToastAction; exactMs: number }) =>
    show({ tone: "info", ...content }),
  error: (text: string) => show({ tone: "error", text }),
  /** Shows the error of a request; shows nothing for a request that the page aborted. */
  failure(error: unknown): void {
    if (!isAborted(error)) show({ tone: "error", text: errorText(error) });
  },
};
