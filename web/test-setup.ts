/**
 * Preloaded before every test file (bunfig.toml): gives component tests (`.test.tsx` files below web/) a browser's
 * document, and leaves every other test alone. React looks for a document while it is loaded, so this cannot
 * be an import of the test. The component tests of a whole run share three processes: what they would all have to
 * restore is restored here, after each test, and by `startPortuguese` at the beginning of each file.
 */
import { afterEach } from "bun:test";

/** Bun has these too, but a document only takes its own kind of events, and knows its own page. */
const REPLACED = new Set([
  "Event",
  "EventTarget",
  "CustomEvent",
  "MessageEvent",
  "CloseEvent",
  "ErrorEvent",
  "navigator",
  "addEventListener",
  "removeEventListener",
  "dispatchEvent",
]);

const HOME = "http://localhost/";

async function openPage(): Promise<void> {
  const { Window } = await import("happy-dom");
  const page = new Window({ url: HOME, width: 1280, height: 800 });
  const browser = page as unknown as Record<string, unknown>;
  const names = new Set<string>();
  for (let level: object = page; level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) names.add(name);
  }
  for (const name of names) {
    if (name.startsWith("_") || (name in globalThis && !REPLACED.has(name))) continue;
    const value = browser[name];
    // Classes as they are; functions of the window keep their window.
    const isMethod = typeof value === "function" && !/^[A-Z]/.test(name);
    Object.defineProperty(globalThis, name, {
      value: isMethod ? value.bind(page) : value,
      writable: true,
      configurable: true,
    });
  }
  Object.defineProperty(globalThis, "window", { value: globalThis, configurable: true, writable: true });
  Object.defineProperty(globalThis, "IS_REACT_ACT_ENVIRONMENT", { value: true, writable: true });
  const { cleanup } = await import("@testing-library/react");
  const { toasts } = await import("#web/ui/toast/toast.ts");
  afterEach(() => {
    cleanup();
    toasts.list.value = [];
    document.body.replaceChildren();
    localStorage.clear();
    page.happyDOM.setURL(HOME);
  });
}

// In a shared process `Bun.main` is the first file, so a run of component tests says so.
const isOfComponents = process.env["TEST_COMPONENTS"] !== undefined;
if (isOfComponents || /[\\/]web[\\/].*\.test\.tsx$/.test(Bun.main)) await openPage();
