import { expect, test } from "bun:test";
import { text } from "#web/i18n/dictionary.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { attendantRows, toCsv } from "./attendants-table.tsx";
import { dashboardTexts } from "./locales/index.ts";
import { sampleDashboard } from "./test-dashboard.ts";

await startPortuguese(dashboardTexts);

test("the exported file equals the table, with numbers in the user's language", () => {
  const rows = attendantRows(sampleDashboard().attendants, (key, values) =>
    text(dashboardTexts, key, values),
  );
  expect(toCsv(rows).slice(1).split("\r\n")).toEqual([
    "Nome;Avaliações;Tempo médio;Resolvidos;Situação (agora)",
    'Ana Souza;"2,6";01 h 02 m;80;Online',
    "Bruno Lima;;00 h 00 m;0;Offline",
    'Clara Reis;"1,5";02 h 10 m;40;Offline',
    "",
  ]);
});
