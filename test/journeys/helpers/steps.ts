import { test } from "bun:test";
import type { JourneyBrowser } from "./browser.ts";

const STEP_MS = 60_000;

/**
 * Steps of one journey: each continues where the one before ended. The first failure saves screenshots of all pages,
 * and the steps after it fail at once. `limitMs`: for a step that takes long.
 */
export function steps(browser: () => JourneyBrowser | undefined) {
  let broken: string | null = null;
  return (name: string, work: () => Promise<void>, limitMs = STEP_MS): void =>
    test(
      name,
      async () => {
        if (broken !== null) throw new Error(`not reached: "${broken}" failed`);
        try {
          await work();
        } catch (error) {
          broken = name;
          const pictures = await browser()?.photograph(name.replace(/\W+/g, "-").slice(0, 60));
          console.error(`pictures of the pages: ${pictures}`);
          throw error;
        }
      },
      limitMs,
    );
}
