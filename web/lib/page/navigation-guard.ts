/** Asks the person who goes away; calls `leave` when they agree. */
export type ConfirmLeave = (leave: () => void) => void;

const askers: ConfirmLeave[] = [];
let letGo: (() => void) | null = null;
/** What Back does while the page is held. */
let back: ((event: Event) => void) | null = null;

/** Called once before the first page is drawn: a window tells its listeners in their order, and the router must not hear first. */
export function watchBack(): void {
  globalThis.addEventListener("popstate", (event) => back?.(event));
}

/**
 * From now on going to another place of this page (a link, a shortcut, Back) asks first: `ask` is told how to go on.
 * A place is a path with its tab; filters in the address are none. Answers what ends it. Closing the browser's tab is not held.
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

/** Stands between the page and the browser's history, where every way of going passes, as the router does itself. */
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
  // Back has happened when it is told: the page takes its place again, and goes back once more if it may.
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
