import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const AXE = readFileSync(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir), "utf8");
/** WCAG 2.2, levels A and AA. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** In addition to the tagged rules: an accessible name contains the visible text, and landmarks have unique names. */
const ALSO = { "label-content-name-mismatch": { enabled: true }, "landmark-unique": { enabled: true } };

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}
interface AxeWindow {
  readonly axe?: { run(context: object, options: object): Promise<AxeResult> };
}
type Only = { readonly type: "tag" | "rule"; readonly values: readonly string[] };

/** Rules that depend on colours, which are all that a theme changes. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Time after which transient elements (a closing popover, a row being drawn) have disappeared, ms. */
const LASTS_MS = 500;

/** Violations that persist: each is checked again a moment later. */
async function look(page: Page, runOnly: Only): Promise<string[]> {
  const found = await lookOnce(page, runOnly);
  if (found.length === 0) return found;
  await page.waitForTimeout(LASTS_MS);
  return lookOnce(page, runOnly);
}

async function lookOnce(page: Page, runOnly: Only): Promise<string[]> {
  // Half a megabyte, so it is loaded once per page load.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const rules = runOnly.type === "tag" ? ALSO : {};
  const violations = await page.evaluate(
    async ({ only, more }) => {
      // Excludes react-aria's announcer, which is usually empty and never visible.
      const context = { exclude: ["[data-live-announcer]"] };
      const options = { runOnly: only, rules: more, resultTypes: ["violations"] };
      return (await (globalThis as unknown as AxeWindow).axe?.run(context, options))?.violations;
    },
    { only: runOnly, more: rules },
  );
  if (!violations) throw new Error("axe did not run");
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ""}`),
  );
}

/** Violations that axe finds on the current page, one line per element. */
export const barriers = (page: Page): Promise<string[]> => look(page, { type: "tag", values: TAGS });

/** Checks the page in the light theme by all rules, and in the dark theme by those of colours. */
export async function expectNoBarriers(page: Page, place: string): Promise<void> {
  const themes = [
    ["light", { type: "tag", values: TAGS }],
    ["dark", { type: "rule", values: COLOURS }],
  ] as const;
  for (const [theme, only] of themes) {
    await page.evaluate((name) => {
      document.documentElement.dataset["theme"] = name;
    }, theme);
    expect({ place, theme, barriers: await look(page, only) }).toEqual({ place, theme, barriers: [] });
  }
}
