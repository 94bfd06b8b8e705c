import { CSV_START, csvLine } from "#platform/csv.ts";
import { fileOfLines, gatheredFile, type KeyedLine } from "#platform/http/cells/gathered-file.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import type { Download } from "#platform/http/download.ts";
import { byText } from "#platform/http/page.ts";
import type { Installation } from "#tenants/installation.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";
import { readCompanies } from "./read.ts";

const TEXTS: Readonly<Record<PageLanguage, typeof pt>> = { pt, en, es };

const FILE: Download = { fileName: "empresas.csv", mimeType: "text/csv; charset=utf-8" };

/** The rule of `GET /cockpit/export`: the companies of all cells by name. */
export const allCompaniesFile = gatheredFile(FILE, byText);

/** `GET /cockpit/export`: the companies with their figures; formulas are escaped, so that a spreadsheet does not run them. */
export const exportCockpit = (
  installation: Installation,
  language: PageLanguage,
  isPart: boolean,
): Response => {
  const { headings, states } = TEXTS[language];
  const head = CSV_START + csvLine(headings);
  return fileOfLines(FILE, "server", { head, pieces: pieces(installation, states) }, isPart);
};

function* pieces(installation: Installation, states: (typeof pt)["states"]): Generator<readonly KeyedLine[]> {
  for (const company of readCompanies(installation)) {
    const line = csvLine([
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
    yield [[company.name, line]];
  }
}
