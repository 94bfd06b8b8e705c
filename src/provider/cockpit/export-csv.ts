import { CSV_START, csvLine } from "#platform/csv.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import type { Installation } from "#tenants/installation.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";
import { readCompanies } from "./read.ts";

const TEXTS: Readonly<Record<PageLanguage, typeof pt>> = { pt, en, es };

/** `GET /cockpit/export`: the companies with their figures; formulas are escaped, so that a spreadsheet does not run them. */
export const exportCockpit = (installation: Installation, language: PageLanguage): Response =>
  download(
    { fileName: "empresas.csv", mimeType: "text/csv; charset=utf-8" },
    "server",
    lines(installation, TEXTS[language]),
  );

function* lines(installation: Installation, { headings, states }: typeof pt): Generator<string> {
  yield CSV_START + csvLine(headings);
  for (const company of readCompanies(installation))
    yield csvLine([
      company.name,
      company.plan,
      states[company.state],
      company.dueDate,
      company.connectionsUp,
      company.connectionsDown,
      company.usersOnline,
      company.messages,
      company.diskBytes,
      company.comparedMessages,
      company.foundGaps,
      company.filledGaps,
      company.measuredAt,
    ]);
}
