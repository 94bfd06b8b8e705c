import { CSV_START, csvLine } from "#platform/csv.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import type { Installation } from "#tenants/installation.ts";
import type { CompanyState } from "./contract.ts";
import { readCompanies } from "./read.ts";

interface Words {
  readonly headings: readonly string[];
  readonly states: Readonly<Record<CompanyState, string>>;
}
const WORDS: Readonly<Record<PageLanguage, Words>> = {
  pt: {
    headings: [
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
    ],
    states: {
      active: "Ativa",
      expiring: "Vence em breve",
      trial: "Em teste",
      expired: "Vencida",
      off: "Desligada",
    },
  },
  en: {
    headings: [
      "Company",
      "Plan",
      "State",
      "Due date",
      "Connections up",
      "Connections down",
      "Users online",
      "Messages (30 days)",
      "Disk (bytes)",
      "Measured at",
    ],
    states: {
      active: "Active",
      expiring: "Due soon",
      trial: "In trial",
      expired: "Overdue",
      off: "Switched off",
    },
  },
  es: {
    headings: [
      "Empresa",
      "Plan",
      "Estado",
      "Vencimiento",
      "Conexiones activas",
      "Conexiones inactivas",
      "Usuarios en línea",
      "Mensajes (30 días)",
      "Disco (bytes)",
      "Medido en",
    ],
    states: {
      active: "Activa",
      expiring: "Vence pronto",
      trial: "En prueba",
      expired: "Vencida",
      off: "Desactivada",
    },
  },
};

/** `GET /cockpit/export`: the companies with their figures; what a spreadsheet would run stays text. */
export const exportCockpit = (installation: Installation, language: PageLanguage): Response =>
  download(
    { fileName: "empresas.csv", mimeType: "text/csv; charset=utf-8" },
    "server",
    lines(installation, WORDS[language]),
  );

function* lines(installation: Installation, { headings, states }: Words): Generator<string> {
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
      company.measuredAt,
    ]);
}
