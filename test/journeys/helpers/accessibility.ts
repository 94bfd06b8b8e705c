import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const AXE = readFileSync(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir), "utf8");
/** WCAG 2.2, levels A and AA. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}
interface AxeWindow {
  readonly axe: { run(context: object, options: object): Promise<AxeResult> };
}

/** What axe finds wrong on the page as it stands, one line for each element. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    // The announcer of react-aria is empty most of the time and never seen.
    (tags) =>
      (globalThis as unknown as AxeWindow).axe.run(
        { exclude: ["[data-live-announcer]"] },
        { runOnly: { type: "tag", values: tags } },
      ),
    TAGS,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ""}`),
  );
}
