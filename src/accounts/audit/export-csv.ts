import { fileLanguage } from "#accounts/settings/index.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { download } from "#platform/http/download.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { AuditEntry, AuditFileQuery, AuditFilter } from "./contract.ts";
import { describeEntry } from "./describe-entry.ts";
import { entriesBefore, readerOf } from "./list.ts";
import type { Trail } from "./write.ts";

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
/** Entries read by one statement. */
const PIECE = 500;

/**
 * Exports the entries matching a filter as a CSV file of any size, with translated words. For admins and
 * super users.
 */
export function exportTrail(ctx: UserCtx, trail: Trail, { language, ...filter }: AuditFileQuery): Response {
  return download(
    { fileName: "auditoria.csv", mimeType: "text/csv; charset=utf-8" },
    ctx.tenant,
    pieces(ctx, trail, filter, fileLanguage(ctx.tenant, language)),
    ctx.tenant.keepOpen(),
  );
}

function* pieces(ctx: UserCtx, trail: Trail, filter: AuditFilter, language: PageLanguage): Generator<string> {
  yield CSV_START + csvLine(HEADINGS[language]);
  const reader = readerOf(ctx, trail);
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const entries = entriesBefore(reader, filter, before, PIECE);
    const last = entries.at(-1);
    if (!last) return;
    before = last.id;
    yield entries.map((entry) => rowOf(entry, language)).join("");
  }
}

function rowOf(entry: AuditEntry, language: PageLanguage): string {
  const { who, kind, action, subject, details } = describeEntry(entry, language);
  const { at, name, thingId, ip, company } = entry;
  return csvLine([at, name, who, kind, action, subject, thingId, details, ip, company?.name ?? ""]);
}
