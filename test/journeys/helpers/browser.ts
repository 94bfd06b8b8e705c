import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { chromiumFlags, findChromium, findHeadless } from "#test/helpers/chromium.ts";
import { type Problems, watchPage } from "./problems.ts";

/** Time limit for expected content of a page, ms; generous, because a slow machine is not a failure. */
const PATIENCE_MS = 15_000;

export const DESKTOP = { width: 1440, height: 900 } as const;
export const PHONE = { width: 390, height: 844 } as const;

/** A user with a separate browser profile. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Unexpected reports of the page. */
  readonly problems: Problems;
}

export interface JourneyBrowser {
  /** Opens a new browser profile with an empty page, in Portuguese. */
  visitor(name: string, options?: BrowserContextOptions): Promise<Visitor>;
  /** The problems of all visitors, by name. */
  problems(): Record<string, readonly string[]>;
  /** Saves a screenshot of every open page for the analysis of a failure; returns the directory. */
  photograph(title: string): Promise<string>;
  close(): Promise<void>;
}

export interface BrowserNeeds {
  /** A whole Chromium, for notifications and installed apps; a headless shell when absent. */
  readonly isWhole?: boolean;
}

/** A real Chromium with a fake microphone, which plays beeps. The ring runs journeys only when there is one. */
export async function startBrowser({ isWhole = false }: BrowserNeeds = {}): Promise<JourneyBrowser> {
  const executablePath = isWhole ? findChromium() : findHeadless();
  if (!executablePath) throw new Error("no Chromium: install one, or name it in CHROMIUM_PATH");
  const browser = await chromium.launch({
    executablePath,
    args: [...chromiumFlags, "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"],
  });
  const visitors = new Map<string, Visitor>();
  return {
    async visitor(name, options = {}) {
      const context = await browser.newContext({
        locale: "pt-BR",
        timezoneId: "America/Sao_Paulo",
        viewport: DESKTOP,
        // Without animations, which are not tested.
        reducedMotion: "reduce",
        permissions: ["microphone", "clipboard-read", "clipboard-write"],
        // Without the service worker: journeys that cut the network test the page itself; the installed app has its
        // own journey.
        serviceWorkers: "block",
        ...options,
      });
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      const visitor = { context, page, problems: await watchPage(page) };
      visitors.set(name, visitor);
      return visitor;
    },
    problems: () =>
      Object.fromEntries([...visitors].map(([name, visitor]) => [name, visitor.problems.unexpected()])),
    async photograph(title) {
      const directory = join(process.env["JOURNEY_PICTURES"] ?? join(tmpdir(), "balcao-journeys"), title);
      mkdirSync(directory, { recursive: true });
      for (const [name, { page }] of visitors) {
        await page.screenshot({ path: join(directory, `${name}.png`) }).catch(() => undefined);
        const words = await page.locator("body").ariaSnapshot().catch(String);
        await Bun.write(join(directory, `${name}.yaml`), words);
      }
      return directory;
    },
    close: () => browser.close(),
  };
}
