import { existsSync } from "node:fs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** Chromium without what is around its pages (extensions, notifications): a seventh less processor time. */
const HEADLESS = ["chromium-headless-shell", ...NAMES];
const PLACES = [
  "/usr/bin/chromium",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Path of a whole Chromium, or null when there is none. `CHROMIUM_PATH` overrides it. */
export const findChromium = (): string | null => find(NAMES);

/** Path of a Chromium that shows pages, or null when there is none. `CHROMIUM_PATH` overrides it. */
export const findHeadless = (): string | null => find(HEADLESS);

function find(names: readonly string[]): string | null {
  const named = process.env["CHROMIUM_PATH"];
  if (named) return existsSync(named) ? named : null;
  for (const name of names) {
    const found = Bun.which(name);
    if (found) return found;
  }
  return PLACES.find((place) => existsSync(place)) ?? null;
}

/** Start-up flags: headless, without its own requests, able to run as root in a container. */
export const chromiumFlags: readonly string[] = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  // Pages live for seconds: interpreting first costs more than compiling at once.
  "--js-flags=--always-sparkplug",
  "--disable-sync",
];
