import { text } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { cancelPendingDelete, markPendingDelete } from "#web/lib/lists/pending-deletes.ts";
import { toast, toasts } from "./toast.ts";

export interface UndoableDelete {
  /** Channel of the list, or another name for its rows. */
  readonly kind: string;
  readonly ids: readonly number[];
  /** Text of the toast. */
  readonly message: string;
  /** Deletes on the server and removes the rows from the list. */
  readonly remove: (ids: readonly number[]) => Promise<unknown>;
}

const underWay = new Set<Promise<void>>();

/**
 * Deletes without confirmation: the rows are hidden immediately, and the request is sent when the toast disappears. Until
 * then one press undoes it, and if the browser is killed, no row is deleted. Rows that the server rejects appear
 * again, with the error.
 */
export function deleteWithUndo({ kind, ids, message, remove }: UndoableDelete): void {
  markPendingDelete(kind, ids);
  const carryOut = async () => {
    await remove(ids).catch(toast.failure);
    cancelPendingDelete(kind, ids);
  };
  toast.undoable(message, {
    label: text(common, "action.undo"),
    run: () => cancelPendingDelete(kind, ids),
    onGone: () => {
      const work = carryOut().finally(() => underWay.delete(work));
      underWay.add(work);
    },
  });
}

/** Sends the pending requests: before a logout, and when the page is closed. */
export async function finishPendingDeletes(): Promise<void> {
  toasts.closeAll();
  await Promise.all(underWay);
}

// These requests continue after the page is closed (`keepalive`).
globalThis.addEventListener?.("pagehide", () => void finishPendingDeletes());
