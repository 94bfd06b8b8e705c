import { CSV_START, csvLine } from "#platform/csv.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import { fileLanguage } from "#settings/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { AuditDetails, AuditFileQuery, AuditFilter, AuditLine } from "./contract.ts";
import { linesBefore, placeOf } from "./list.ts";
import type { Trail } from "./trail.ts";

const HEADINGS: Readonly<Record<PageLanguage, readonly string[]>> = {
  pt: [
    "Quando (UTC)",
    "Quem",
    "Tipo",
    "O quê",
    "Ação",
    "Item",
    "Número",
    "Detalhes",
    "Endereço IP",
    "Empresa",
  ],
  en: ["When (UTC)", "Who", "Type", "What", "Action", "Item", "Number", "Details", "IP address", "Company"],
  es: [
    "Cuándo (UTC)",
    "Quién",
    "Tipo",
    "Qué",
    "Acción",
    "Elemento",
    "Número",
    "Detalles",
    "Dirección IP",
    "Empresa",
  ],
};
/** Lines read at once. */
const PIECE = 500;

/** The lines of a trail that a filter leaves, as a CSV file of any size. For admins, and super users. */
export function exportTrail(ctx: UserCtx, trail: Trail, { language, ...filter }: AuditFileQuery): Response {
  const headings = HEADINGS[fileLanguage(ctx.tenant, language)];
  return download(
    { fileName: "auditoria.csv", mimeType: "text/csv; charset=utf-8" },
    pieces(ctx, trail, filter, headings),
    ctx.tenant.hold(),
  );
}

function* pieces(
  ctx: UserCtx,
  trail: Trail,
  filter: AuditFilter,
  headings: readonly string[],
): Generator<string> {
  yield CSV_START + csvLine(headings);
  const place = placeOf(ctx, trail);
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const lines = linesBefore(place, filter, before, PIECE);
    const last = lines.at(-1);
    if (!last) return;
    before = last.id;
    yield lines.map(lineOf).join("");
  }
}

const lineOf = ({ at, name, who, kind, verb, thing, thingId, details, ip, company }: AuditLine): string =>
  csvLine([at, name, who, kind, verb, thing, thingId, inWords(details), ip, company?.name ?? ""]);

function inWords({ fields = [], values = {}, count, reason, route }: AuditDetails): string {
  const changed = fields.map((field) => {
    const shown = values[field];
    return shown ? `${field}: ${shown[0] ?? ""} > ${shown[1] ?? ""}` : field;
  });
  return [...changed, ...(count === undefined ? [] : [String(count)]), reason, route]
    .filter(Boolean)
    .join(", ");
}
