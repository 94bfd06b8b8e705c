import { act, cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { mediaSource } from "#web/inbox/messages/media/media-source.ts";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";

/** Markup that would run code or embed another page. Content of users must never create it. */
function activeMarkup(): unknown[] {
  const found = [...document.querySelectorAll("*")].filter((element) => {
    const { tagName } = element;
    const names = element.getAttributeNames();
    const address = element.getAttribute(tagName === "IFRAME" ? "src" : "href") ?? "";
    return (
      /^(SCRIPT|OBJECT|EMBED)$/i.test(tagName) ||
      names.some((name) => name.startsWith("on") || name === "srcdoc") ||
      /^\s*(javascript|data:text|vbscript)/i.test(address) ||
      (tagName === "IFRAME" && mediaSource(address) === null)
    );
  });
  return found.map((element) => new Error(`active markup: ${element.outerHTML.slice(0, 200)}`));
}

/** Renders elements and returns the errors that reached a boundary or the root. */
export function failuresOf(...parts: readonly ReactNode[]): unknown[] {
  const failures: unknown[] = [];
  const keep = (error: unknown) => void failures.push(error);
  try {
    render(
      parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
        <ErrorBoundary key={at} part="test" raw="">
          {part}
        </ErrorBoundary>
      )),
      { onCaughtError: keep },
    );
    failures.push(...activeMarkup());
  } finally {
    cleanup();
  }
  return failures;
}

/** Waits until the requests of the page are answered and the answers are rendered. */
const loaded = () =>
  act(async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
  });

interface Expected {
  readonly use?: (() => unknown) | undefined;
  readonly shown?: string;
  readonly inside?: string | undefined;
}

/**
 * As above, for elements that load their content: waits until the requests of the page are answered. `use` opens the part that
 * shows the content; `shown` is a text that must then be on the page, in one of the elements `inside`.
 */
export async function failuresAfterLoading(
  part: ReactNode,
  { use, shown = "", inside = "body" }: Expected = {},
): Promise<unknown[]> {
  const failures: unknown[] = [];
  try {
    render(
      <ErrorBoundary part="test" raw="">
        {part}
      </ErrorBoundary>,
      { onCaughtError: (error) => void failures.push(error) },
    );
    await loaded();
    if (use) {
      await use();
      await loaded();
    }
    // Without this check the test would pass when the content was never rendered.
    if (failures.length === 0 && document.querySelector("[role=alert], [aria-busy=true], .skeleton"))
      failures.push(new Error("the content was not loaded"));
    const isShown = [...document.querySelectorAll(inside)].some((one) => one.outerHTML.includes(shown));
    if (!isShown) failures.push(new Error("the content is not shown"));
    failures.push(...activeMarkup());
  } finally {
    cleanup();
  }
  return failures;
}

/** Gives every element a height, because virtual lists render no rows in a document without layout. */
export function measureElements(): void {
  const Measuring = class {
    readonly #tell: ResizeObserverCallback;
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell;
    }
    observe(target: Element) {
      const entry = { target, contentRect: { width: 500, height: 100 } } as ResizeObserverEntry;
      queueMicrotask(() => this.#tell([entry], this as unknown as ResizeObserver));
    }
    unobserve() {}
    disconnect() {}
  };
  Object.assign(document.defaultView ?? {}, { ResizeObserver: Measuring });
  globalThis.ResizeObserver = Measuring as never;
  Object.defineProperty(HTMLElement.prototype, "offsetParent", {
    configurable: true,
    get: () => document.body,
  });
}
