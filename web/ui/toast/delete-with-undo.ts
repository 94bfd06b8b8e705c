import { text } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { cancelPendingDelete, markPendingDelete } from "#web/lib/lists/pending-deletes.ts";
import { toast, toasts } from "./toast.ts";

export interface UndoableDelete {
  /** Channel of the list, or another word for its rows. */
  readonly kind: string;
  readonly ids: readonly number[];
  /** What the toast says. */
  readonly said: string;
  /** Deletes at the server and takes the rows off the list. */
  readonly remove: (ids: readonly number[]) => Promise<unknown>;
}

const underWay = new Set<Promise<void>>();

/**
 * Deletes without asking: the rows disappear at once, the server is told when the toast goes. Until then one press
 * takes it back, and a page that is killed has deleted nothing. What the server refuses comes back and says why.
 */
export function deleteWithUndo({ kind, ids, said, remove }: UndoableDelete): void {
  markPendingDelete(kind, ids);
  const carryOut = async () => {
    await remove(ids).catch(toast.failure);
    cancelPendingDelete(kind, ids);
  };
  toast.undoable(said, {
    label: text(common, "action.undo"),
    run: () => cancelPendingDelete(kind, ids),
    onGone: () => {
      const work = carryOut().finally(() => underWay.delete(work));
      underWay.add(work);
    },
  });
}

/** Carries out what could still be taken back: before a logout, and when the page goes away. */
export async function finishPendingDeletes(): Promise<void> {
  toasts.closeAll();
  await Promise.all(underWay);
}

// What goes out now outlives the page (`keepalive`).
globalThis.addEventListener?.("pagehide", () => void finishPendingDeletes());
