import { CSV_START, csvLine } from "#platform/csv.ts";
import { download } from "#platform/http/download.ts";
import type { Installation } from "#tenants/installation.ts";
import type { CompanyState } from "./contract.ts";
import { readCompanies } from "./read.ts";

const HEADINGS = [
  "Empresa",
  "Plano",
  "Situação",
  "Vencimento",
  "Conexões ativas",
  "Conexões inativas",
  "Usuários online",
  "Mensagens (30 dias)",
  "Disco (bytes)",
  "Medido em",
];
const STATES: Readonly<Record<CompanyState, string>> = {
  active: "Ativa",
  expiring: "Vence em breve",
  trial: "Em teste",
  expired: "Vencida",
  off: "Desligada",
};

/** `GET /cockpit/export`: the companies with their figures; what a spreadsheet would run stays text. */
export const exportCockpit = (installation: Installation): Response =>
  download({ fileName: "empresas.csv", mimeType: "text/csv; charset=utf-8" }, lines(installation));

function* lines(installation: Installation): Generator<string> {
  yield CSV_START + csvLine(HEADINGS);
  for (const company of readCompanies(installation))
    yield csvLine([
      company.name,
      company.plan,
      STATES[company.state],
      company.dueDate,
      company.connectionsUp,
      company.connectionsDown,
      company.usersOnline,
      company.messages,
      company.diskBytes,
      company.measuredAt,
    ]);
}
