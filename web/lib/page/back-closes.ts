import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";

/**
 * Back on phones closes an open dialog or menu before it leaves the page (docs/rules/pages.md#back). The history has
 * no entries for dialogs and menus, so each open one adds an entry with the same address, which stores the number of
 * open ones. Between two events this number equals the length of the list of open ones: `agree` adds or removes
 * entries.
 */
const open: (() => void)[] = [];
/** Changes of the address that wait until the added entries are removed. */
const waiting: (() => void)[] = [];
let isWatching = false;
/** True between a call of `history.go` and its `popstate`. */
let isMoving = false;

/** Number of open layers according to the current entry. */
const marked = (): number => (history.state as { overlays?: number } | null)?.overlays ?? 0;

function move(by: number): void {
  isMoving = true;
  history.go(by);
}

function agree(): void {
  if (isMoving) return;
  const now = marked();
  if (now > open.length) {
    move(open.length - now);
    return;
  }
  for (let count = now + 1; count <= open.length; count += 1) {
    // Uses the original method instead of the router's, because the address does not change.
    History.prototype.pushState.call(history, { ...history.state, overlays: count }, "");
  }
}

/** Runs after React has rendered, so that closing a layer and opening its replacement count as one change. */
const agreeSoon = (): void => void setTimeout(agree, 0);

function followBack(): void {
  if (isMoving) {
    isMoving = false;
    for (const change of waiting.splice(0)) change();
  } else if (marked() < open.length) {
    // A form with unsaved changes may remain open and ask for confirmation; its entry is added again.
    open.at(-1)?.();
  }
  agreeSoon();
}

/** Added entries are removed before the address changes. */
function afterMarks(change: History["pushState"], replaces: boolean): History["pushState"] {
  return (state, unused, url) => {
    const go = () => {
      change.call(history, state, unused, url);
      agreeSoon();
    };
    const stays = url === undefined || url === null || new URL(url, location.href).href === location.href;
    if (isMoving) waiting.push(go);
    else if (marked() === 0) go();
    else if (replaces && stays) change.call(history, { ...state, overlays: marked() }, unused, url);
    else {
      waiting.push(go);
      move(-marked());
    }
  };
}

/** Called once before the first render. Touch devices only: with a mouse, Back returns to the previous page. */
export function watchOverlays(): void {
  if (isWatching || hasKeyboard()) return;
  isWatching = true;
  globalThis.addEventListener("popstate", followBack);
  history.pushState = afterMarks(history.pushState, false);
  history.replaceState = afterMarks(history.replaceState, true);
  // The page was reloaded while a layer was open.
  agreeSoon();
}

/** Back calls `close` instead of leaving the page, until the returned function is called. */
export function closeOnBack(close: () => void): () => void {
  if (!isWatching) return () => undefined;
  open.push(close);
  agreeSoon();
  return () => {
    open.splice(open.indexOf(close), 1);
    agreeSoon();
  };
}
