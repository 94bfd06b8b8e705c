/** Asks the user for confirmation before the page is left; calls `leave` after it. */
export type ConfirmLeave = (leave: () => void) => void;

const askers: ConfirmLeave[] = [];
let letGo: (() => void) | null = null;
/** Handler of Back while the page is guarded. */
let back: ((event: Event) => void) | null = null;

/**
 * Called once before the first render: listeners run in the order of their registration, and this one must precede the
 * router's.
 */
export function watchBack(): void {
  globalThis.addEventListener("popstate", (event) => back?.(event));
}

/**
 * Until the returned function is called, navigation within this page (a link, a shortcut, Back) calls `ask` with a
 * function that continues it. Changes of path and tab count as navigation, filters in the address do not. Closing the
 * browser's tab is not guarded.
 */
export function guardNavigation(ask: ConfirmLeave): () => void {
  askers.push(ask);
  letGo ??= hold();
  return () => {
    const at = askers.indexOf(ask);
    if (at >= 0) askers.splice(at, 1);
    if (askers.length > 0) return;
    letGo?.();
    letGo = null;
  };
}

/** Replaces the methods of the browser's history, which all navigation uses; the router replaces them, too. */
function hold(): () => void {
  const { pushState, replaceState } = history;
  let here = location.href;
  let isAgreed = false;
  const isLeaving = (to: string) => placeOf(to, here) !== placeOf(here, here);
  const guarded =
    (change: History["pushState"]): History["pushState"] =>
    (state, unused, url) => {
      const go = () => {
        change.call(history, state, unused, url);
        here = location.href;
      };
      if (isLeaving(String(url ?? here))) askers.at(-1)?.(go);
      else go();
    };
  // `popstate` is fired after Back has changed the address: it is restored, and Back is repeated if the user agrees.
  back = (event) => {
    if (isAgreed || !isLeaving(location.href)) {
      isAgreed = false;
      here = location.href;
      return;
    }
    event.stopImmediatePropagation();
    pushState.call(history, null, "", here);
    askers.at(-1)?.(() => {
      isAgreed = true;
      history.back();
    });
  };
  history.pushState = guarded(pushState);
  history.replaceState = guarded(replaceState);
  return () => {
    history.pushState = pushState;
    history.replaceState = replaceState;
    back = null;
  };
}

function placeOf(address: string, base: string): string {
  const { pathname, searchParams } = new URL(address, base);
  return `${pathname} ${searchParams.get("tab") ?? ""}`;
}
