import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ServerProcess } from "#test/helpers/server-process.ts";

const TOKEN = "what the scraper shows";
const server = new ServerProcess({ env: { METRICS_TOKEN: TOKEN } });
const page = (name: string) => readFileSync(join(import.meta.dir, "../docs/monitoring", name), "utf8");
beforeAll(() => server.start(), 60_000);
afterAll(() => server.remove());

/** Names of metrics in a query, without those of Prometheus itself (`up`). */
const namesIn = (query: string): readonly string[] =>
  query.match(/\b(balcao|process|nodejs)_[a-z0-9_]+/g) ?? [];

interface Panel {
  readonly targets: readonly { readonly expr: string }[];
}

test("the dashboard and the alerts use only metrics that /metrics exports", async () => {
  await fetch(server.url);
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const told = new Set((await answer.text()).match(/^[a-z][a-z0-9_]*/gm));
  const dashboard = JSON.parse(page("dashboard.json")) as { panels: Panel[] };
  const rules = Bun.YAML.parse(page("alerts.yml")) as { groups: { rules: { expr: string }[] }[] };
  const queries = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
  ];
  expect(queries.length).toBeGreaterThan(15);
  expect(queries.filter((query) => namesIn(query).length === 0)).toEqual(['up{job="balcao"} == 0']);
  expect(queries.flatMap(namesIn).filter((name) => !told.has(name))).toEqual([]);
  // Every metric of the product is used by the dashboard or an alert.
  const own = [...told].filter((name) => /^balcao_.*(?<!_sum|_count)$/.test(name));
  expect(own.filter((name) => !queries.some((query) => query.includes(name)))).toEqual([]);
});
