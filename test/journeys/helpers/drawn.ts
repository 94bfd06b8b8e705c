import type { Page } from "playwright-core";

/** What React rendered since the last call. */
export interface Drawn {
  /** Names in the rows of the list. */
  readonly rows: readonly string[];
  /** Messages of conversations. */
  readonly bubbles: number;
  /** Elements of the bar above and the menu beside the page, each with its label. */
  readonly frame: readonly string[];
  /** Number of rendered action components of a ticket: buttons of the head and of the composer. */
  readonly verbs: number;
}

/** React's internal numbers: tags of function components, and the flag of those rendered in a commit. */
const FUNCTIONS: readonly number[] = [0, 11, 14, 15];
const PERFORMED_WORK = 1;

interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly stateNode: unknown;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}
interface Watch {
  rows: Set<string>;
  bubbles: Set<Element>;
  frame: string[];
  verbs: number;
  /** Time of the last commit of React, ms. */
  lastAt: number;
}

/** Installs itself as React's developer tools hook and inspects every commit. */
function watch({ functions, mark }: { functions: readonly number[]; mark: number }): void {
  const drawn: Watch = { rows: new Set(), bubbles: new Set(), frame: [], verbs: 0, lastAt: 0 };
  const place = (fiber: Fiber): Element | null => {
    if (fiber.stateNode instanceof Element) return fiber.stateNode;
    for (let child = fiber.child; child; child = child.sibling) {
      const found = place(child);
      if (found) return found;
    }
    return null;
  };
  const count = (fiber: Fiber): void => {
    const at = place(fiber);
    const row = at?.closest("[data-ticket]")?.querySelector(".row-name")?.textContent;
    if (row) drawn.rows.add(row);
    const bubble = at?.closest("article") ?? at?.querySelector(":scope > article");
    if (bubble) drawn.bubbles.add(bubble);
    if (at?.closest(".top-bar, nav"))
      drawn.frame.push(at.closest("[aria-label]")?.getAttribute("aria-label") ?? at.textContent ?? "");
    if (at?.closest(".head-actions, .tag-bar-add, .composer-tools")) drawn.verbs += 1;
  };
  const visit = (fiber: Fiber, before: Fiber | null): void => {
    if (functions.includes(fiber.tag) && (fiber.flags & mark) !== 0) count(fiber);
    if (before && before.child === fiber.child) return;
    for (let child = fiber.child; child; child = child.sibling) visit(child, child.alternate);
  };
  Object.assign(globalThis, {
    drawn,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => {
        drawn.lastAt = performance.now();
        visit(current, current.alternate);
      },
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
  });
}

/** Counts renderings from the next page load on. */
export async function watchDrawing(page: Page): Promise<void> {
  await page.addInitScript(watch, { functions: FUNCTIONS, mark: PERFORMED_WORK });
}

/** Returns what was rendered since the last call, and resets the counts. */
export function drawnSince(page: Page): Promise<Drawn> {
  return page.evaluate(() => {
    const drawn = Reflect.get(globalThis, "drawn") as Watch;
    const { rows, bubbles, frame, verbs } = drawn;
    const now = { rows: [...rows].sort(), bubbles: bubbles.size, frame, verbs };
    drawn.rows.clear();
    drawn.bubbles.clear();
    drawn.frame = [];
    drawn.verbs = 0;
    return now;
  });
}

/** A page that loads its last parts on a busy machine draws again after this time at the latest, ms. */
const QUIET_MS = 1000;

/** Waits until React has drawn nothing for a second: late chunks, lists and receipts have arrived. */
export async function untilNothingIsDrawn(page: Page): Promise<void> {
  await page.waitForFunction(
    (quietMs) => performance.now() - (Reflect.get(globalThis, "drawn") as Watch).lastAt > quietMs,
    QUIET_MS,
    { polling: 100 },
  );
}
