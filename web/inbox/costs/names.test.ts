import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Translate } from "#web/i18n/dictionary.ts";
import type pt from "./locales/pt.json";
import texts from "./locales/pt.json";
import { marketName } from "./names.ts";

const t = ((key: string) =>
  texts.market[key.replace("market.", "") as keyof typeof texts.market]) as Translate<typeof pt>;

test("every market of the installation's table has a name in Portuguese; any other keeps Meta's name", () => {
  const table = readFileSync(
    join(import.meta.dir, "../../../migrations/system/0007_create_costs.sql"),
    "utf8",
  );
  const markets = new Set([...table.matchAll(/\('\w+', '([^']+)'\)/g)].map(([, market = ""]) => market));
  expect(markets.size).toBeGreaterThan(25);
  const names = new Map([...markets].map((market) => [market, marketName(t, "pt-BR", market)]));
  expect([...names].filter(([, name]) => !name || /^(Rest of|North)/.test(name))).toEqual([]);
  expect([names.get("Germany"), names.get("Rest of Africa")]).toEqual(["Alemanha", "Resto da África"]);
  expect(marketName(t, "pt-BR", "Atlantis")).toBe("Atlantis");
});
