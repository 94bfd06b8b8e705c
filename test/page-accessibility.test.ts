import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { PAGES } from "./journeys/helpers/all-pages.ts";

const root = join(import.meta.dir, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Pages that are checked by axe in their own journey: the route, the journey, the name that it gives the check. */
const ELSEWHERE: Readonly<Record<string, readonly [journey: string, check: string]>> = {
  "/login": ["accessibility", "login"],
  "/setup": ["accessibility", "setup"],
  "/recovery": ["signup", "recovery"],
  "/link/:token": ["accessibility", "link"],
  "/term": ["signup", "term"],
  "/signup": ["signup", "signup-data"],
  "/confirm": ["signup", "confirm"],
  "/financeiro/:id": ["signup", "receipt"],
  "/share": ["installed-app", "what another app shares"],
  "/tickets/:uuid?": ["accessibility", "conversation"],
};

/** The paths of all routes; `/` is the dashboard or the tickets. */
function routes(): string[] {
  const files = [...new Glob("web/app/routes/*routes.tsx").scanSync(root)];
  const paths = files.flatMap((file) =>
    [...read(file).matchAll(/<Route path="([^"]+)"/g)].map(([, path]) => path ?? ""),
  );
  return [...new Set(paths)].filter((path) => path !== "/").sort();
}

/** Whether a page of the journey over all pages has this route. */
const isVisited = (route: string) => {
  const form = new RegExp(`^${route.replace(/\/:[a-z]+\?/, "(/[^/]+)?").replace(/:[a-z]+/, "[^/]+")}$`);
  return PAGES.some(({ path }) => form.test(path.split("?")[0] ?? ""));
};

test("every page of the product is checked by axe", () => {
  const found = routes();
  expect(found.length).toBeGreaterThan(35);
  expect(found.filter((route) => !isVisited(route) && !(route in ELSEWHERE))).toEqual([]);
  expect(Object.keys(ELSEWHERE).filter((route) => !found.includes(route))).toEqual([]);
  const unchecked = Object.values(ELSEWHERE).filter(
    ([journey, check]) =>
      !new RegExp(`(expectNoBarriers\\([^)]*|look\\()"${check}"`).test(
        read(`test/journeys/${journey}.test.ts`),
      ),
  );
  expect(unchecked).toEqual([]);
});
