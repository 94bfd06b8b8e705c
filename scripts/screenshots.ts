/**
 * `npm run screenshots`: takes the six pictures of the README from a new demo and stores them in docs/images. Needs Chromium
 * (`CHROMIUM_PATH` names one). Takes about a minute, most of it until the demo's customers have written.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { DEMO_PASSWORD } from "#simulator/demo/companies/cast.ts";
import { DESKTOP, type JourneyBrowser, PHONE, startBrowser } from "#test/journeys/helpers/browser.ts";

const root = join(import.meta.dir, "..");
const images = join(root, "docs/images");
const PORT = 4390;
const url = `http://localhost:${PORT}`;
/** Time in which the demo's customers write and its attendants answer, ms. */
const CONVERSATIONS_MS = 20_000;
/** Time for charts and pictures to be drawn, ms. */
const DRAWN_MS = 2000;

interface Screenshot {
  /** File name without extension. */
  readonly name: string;
  readonly path: string;
  /** Steps after the page is open. */
  readonly prepare?: (page: Page) => Promise<void>;
}
/** One sign-in of a user of the demo; a second one would ask to end the first. */
interface Visit {
  readonly email: string;
  readonly view?: BrowserContextOptions;
  readonly screenshots: readonly Screenshot[];
}

const openFirstTicket = (page: Page) => page.locator("[data-ticket] .row-link").first().click();

const VISITS: readonly Visit[] = [
  {
    email: "ana@aurora.example",
    screenshots: [{ name: "tickets", path: "/tickets", prepare: openFirstTicket }],
  },
  {
    email: "davi@vento.example",
    view: { viewport: PHONE, colorScheme: "dark" },
    screenshots: [{ name: "tickets-phone-dark", path: "/tickets", prepare: openFirstTicket }],
  },
  {
    email: "marcos@aurora.example",
    screenshots: [
      { name: "dashboard", path: "/dashboard" },
      { name: "kanban", path: "/kanban" },
      { name: "campaigns", path: "/campaigns" },
      { name: "connections", path: "/connections" },
    ],
  },
];

async function take(browser: JourneyBrowser, { email, view, screenshots }: Visit): Promise<void> {
  const { page, context } = await browser.visitor(email, { viewport: DESKTOP, ...view });
  await page.goto(`${url}/login`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.waitForURL((address) => address.pathname !== "/login");
  for (const { name, path, prepare } of screenshots) {
    await page.goto(`${url}${path}`);
    await prepare?.(page);
    await page.waitForTimeout(DRAWN_MS);
    await page.screenshot({ path: join(images, `${name}.png`) });
    console.log(`docs/images/${name}.png`);
  }
  await context.close();
}

/** Starts the demo and waits until it prints its addresses. */
async function startDemo(directory: string) {
  const demo = Bun.spawn([process.execPath, "src/main.ts", "demo"], {
    cwd: root,
    env: { ...process.env, DATA_DIR: directory, PORT: String(PORT), HOST: "127.0.0.1" },
    stdout: "pipe",
    stderr: "inherit",
  });
  let printed = "";
  const decoder = new TextDecoder();
  for await (const chunk of demo.stdout) {
    printed += decoder.decode(chunk, { stream: true });
    if (printed.includes("Sign in with")) return demo;
  }
  throw new Error("the demo ended before it was open");
}

const directory = mkdtempSync(join(tmpdir(), "balcao-screenshots-"));
mkdirSync(images, { recursive: true });
const demo = await startDemo(directory);
const browser = await startBrowser();
try {
  await Bun.sleep(CONVERSATIONS_MS);
  for (const visit of VISITS) await take(browser, visit);
} finally {
  await browser.close();
  demo.kill("SIGTERM");
  await demo.exited;
  rmSync(directory, { recursive: true, force: true });
}
