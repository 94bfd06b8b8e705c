import { fileLanguage, labelOf } from "#accounts/settings/index.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import { fileOfLines, gatheredFile, type KeyedLine } from "#platform/http/cells/gathered-file.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import type { Download } from "#platform/http/download.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import {
  type AuditEntry,
  type AuditFileQuery,
  type AuditFilter,
  CENTS,
  FLAGS,
  isReason,
  WORDED,
} from "./contract.ts";
import { entriesBefore, readerOf } from "./list.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";
import type { Trail } from "./write.ts";

const WORDS: Readonly<Record<PageLanguage, typeof pt>> = { pt, en, es };
const NOTHING = "–";

/** An entry as text, with the words of the page. */
interface DescribedEntry {
  readonly who: string;
  readonly kind: string;
  readonly action: string;
  readonly subject: string;
  readonly details: string;
}

/**
 * Describes an entry in a language; texts without a translation (typed values, older fields) stay unchanged.
 */
function describeEntry(entry: AuditEntry, language: PageLanguage): DescribedEntry {
  const words = WORDS[language];
  const isSetting = entry.kind === "setting";
  const field = (name: string) =>
    (isSetting ? labelOf(name, language) : undefined) ??
    wordOf(words.field, name) ??
    name.replaceAll("_", " ");
  const value = (name: string, text: string | null | undefined) => {
    if (!text) return NOTHING;
    if (FLAGS.includes(name)) return words.value[text === "1" ? "yes" : "no"];
    if (name === CENTS) return (Number(text) / 100).toFixed(2);
    return isSetting || WORDED.includes(name) ? (wordOf(words.value, text) ?? text) : text;
  };
  const { fields = [], values = {}, count, reason, route } = entry.details;
  const changes = fields.map((name) => {
    const shown = values[name];
    return shown ? `${field(name)}: ${value(name, shown[0])} → ${value(name, shown[1])}` : field(name);
  });
  const details = [
    ...changes,
    ...(count === undefined ? [] : [`${count}`]),
    ...(reason === undefined ? [] : [isReason(reason) ? words.reason[reason] : reason]),
    ...(route === undefined ? [] : [route]),
  ];
  return {
    who: words.who[entry.who],
    kind: words.kind[entry.kind],
    action: words.verb[entry.verb],
    subject: isSetting && entry.thingId !== null ? field(entry.thingId) : (entry.thing ?? ""),
    details: details.join(", "),
  };
}

const wordOf = (words: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined;

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

const FILE: Download = { fileName: "auditoria.csv", mimeType: "text/csv; charset=utf-8" };

/** The rule of the provider's trail as a file: the entries of all cells, newest first. */
export const wholeTrailFile = gatheredFile(FILE, (a, b) => (a < b ? 1 : a > b ? -1 : 0));

/**
 * Exports the entries matching a filter as a CSV file of any size, with translated words. For admins and
 * super users. `isPart`: for `wholeTrailFile`.
 */
export function exportTrail(
  ctx: UserCtx,
  trail: Trail,
  { language, ...filter }: AuditFileQuery,
  isPart = false,
): Response {
  const words = fileLanguage(ctx.tenant, language);
  const head = CSV_START + csvLine(HEADINGS[words]);
  const lines = pieces(ctx, trail, filter, words);
  return fileOfLines(FILE, ctx.tenant, { head, pieces: lines }, isPart, ctx.tenant.keepOpen());
}

function* pieces(
  ctx: UserCtx,
  trail: Trail,
  filter: AuditFilter,
  language: PageLanguage,
): Generator<readonly KeyedLine[]> {
  const reader = readerOf(ctx, trail);
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const entries = entriesBefore(reader, filter, before, PIECE);
    const last = entries.at(-1);
    if (!last) return;
    before = last.id;
    yield entries.map((entry) => [entry.at, rowOf(entry, language)] as const);
  }
}

function rowOf(entry: AuditEntry, language: PageLanguage): string {
  const { who, kind, action, subject, details } = describeEntry(entry, language);
  const { at, name, thingId, ip, company } = entry;
  return csvLine([at, name, who, kind, action, subject, thingId, details, ip, company?.name ?? ""]);
}
