import type { Field } from "#people/fields/index.ts";
import type { SqlValue } from "#platform/db/query.ts";
import { fold } from "#platform/text.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Condition, ConditionGroup, Conditions, ConditionValue } from "./contract.ts";
import { definitionOf } from "./custom-fields.ts";
import { MINUTES, TICKET_FACTS } from "./facts.sql.ts";
import { nameContains } from "./names.sql.ts";
import { customKeyOf, isGroup, nodesOf } from "./shape/contract.ts";

/** Adds a value to the parameters of a statement; returns its placeholder `:name`. */
type Bind = (value: SqlValue) => string;

interface Source {
  /** Expressions for fields whose value does not come from the ticket. */
  readonly facts?: Readonly<Record<string, string>>;
  /** The id of the ticket; a caller that has it elsewhere need not join `t` for conditions on tags, fields and people. */
  readonly ticketId?: string;
}

/**
 * SQL: true for tickets `t` for which `evaluate` says that the conditions hold. `me`: the reader of the list; the caller restricts
 * the tickets to those the reader may see.
 */
export function selecting(
  tenant: Tenant,
  conditions: Conditions,
  me: number,
  { facts, ticketId = "t.id" }: Source = {},
): (bind: Bind) => string {
  const now = tenant.clock.now();
  const known = { ...TICKET_FACTS, ...facts };
  const write = (node: Condition | ConditionGroup, bind: Bind): string =>
    isGroup(node)
      ? joined(node, (one) => write(one, bind))
      : condition({ tenant, me, now, bind, facts: known, ticketId }, node);
  return (bind) => joined<Condition | ConditionGroup>(conditions, (node) => write(node, bind));
}

function joined<Node>(tree: { all: Node[] } | { any: Node[] }, write: (node: Node) => string): string {
  const { joined: how, nodes } = nodesOf(tree);
  if (nodes.length === 0) return "1";
  return `(${nodes.map(write).join(how === "all" ? " AND " : " OR ")})`;
}

interface Writing {
  readonly tenant: Tenant;
  readonly me: number;
  readonly now: number;
  readonly bind: Bind;
  readonly facts: Readonly<Record<string, string>>;
  readonly ticketId: string;
}
type Item = string | number | null;
const asList = (value: ConditionValue | undefined): readonly Item[] =>
  Array.isArray(value) ? value : typeof value === "string" || typeof value === "number" ? [value] : [];
const anyOf = (parts: readonly string[]): string => (parts.length === 0 ? "0" : `(${parts.join(" OR ")})`);
const isNot = (sql: string): string => `(${sql}) IS NOT TRUE`;

function condition(writing: Writing, wanted: Condition): string {
  const { tenant, me, now, bind, facts, ticketId } = writing;
  const { field, op, value } = wanted;
  const key = customKeyOf(field);
  if (key !== undefined) {
    const definition = definitionOf(tenant, key);
    return definition ? ofField(writing, definition, wanted) : "0";
  }
  if (field === "tags") return ofTags(writing, wanted);
  if (field === "mentioned") return `${ticketId} IN (${mentioning(bind, me)})`;
  const fact = field === "participating" ? `${ticketId} IN (${shared(bind, me)})` : facts[field];
  if (fact === undefined) return "0";
  switch (op) {
    case "in":
      return among(bind, fact, people(value, me));
    case "not_in":
      return isNot(among(bind, fact, people(value, me)));
    case "is":
      return value === true ? `(${fact})` : `NOT (${fact})`;
    case "lt":
    case "gt": {
      const than = MINUTES.has(field) ? now - Number(value) * 60_000 : Number(value);
      return `${fact} ${(op === "lt") === MINUTES.has(field) ? ">" : "<"} ${bind(than)}`;
    }
    case "starts_with":
      return anyOf(texts(value).map((text) => `substr(${fact}, 1, ${text.length}) = ${bind(text)}`));
    case "equals":
      return anyOf(texts(value).map((text) => ifAny(writing, field, text, `fold(${fact}) = ${bind(text)}`)));
    case "contains":
      if (fact === TICKET_FACTS["contact.name"])
        return anyOf(texts(value).map((text) => nameContains(tenant.db, bind, fact, text)));
      return anyOf(
        texts(value).map((text) => ifAny(writing, field, text, `instr(fold(${fact}), ${bind(text)}) > 0`)),
      );
    default:
      return "0";
  }
}

/**
 * Few tickets come from an ad: `fold`, a function of ours that costs more than reading the row, is called only for these. CASE fixes
 * the order of the comparisons.
 */
const ifAny = ({ facts }: Writing, field: string, text: string, test: string): string =>
  field.startsWith("ad.") && text !== "" ? `CASE WHEN ${facts["ad.present"]} THEN ${test} ELSE 0 END` : test;

const shared = (bind: Bind, me: number): string =>
  `SELECT ticket_id FROM ticket_participant WHERE user_id = ${bind(me)}`;

/** Mentions are found by their notifications, which are kept for a limited time. */
const mentioning = (bind: Bind, me: number): string =>
  `SELECT ticket_id FROM notification WHERE user_id = ${bind(me)} AND kind = 'mention'`;

const texts = (value: ConditionValue | undefined): string[] =>
  asList(value).map((text) => fold(String(text ?? "")));
const people = (value: ConditionValue | undefined, me: number): Item[] =>
  asList(value).map((one) => (one === "me" ? me : one === "nobody" ? null : one));

/** null among the items = without a value. */
function among(bind: Bind, fact: string, items: readonly Item[]): string {
  const values = items.filter((item) => item !== null);
  const [only, ...others] = values;
  const parts = items.length > values.length ? [`${fact} IS NULL`] : [];
  if (only !== undefined)
    parts.push(
      others.length === 0 ? `${fact} = ${bind(only)}` : `${fact} IN (${values.map(bind).join(", ")})`,
    );
  return anyOf(parts);
}

function ofTags({ bind, ticketId }: Writing, { op, value }: Condition): string {
  const carries = (ids: readonly Item[]) =>
    `EXISTS (SELECT 1 FROM ticket_tag x WHERE x.ticket_id = ${ticketId} AND ${among(bind, "x.tag_id", ids)})`;
  if (op === "all_of")
    return `(${
      asList(value)
        .map((id) => carries([id]))
        .join(" AND ") || "1"
    })`;
  return op === "none_of" ? `NOT ${carries(asList(value))}` : carries(asList(value));
}

const NUMERIC: ReadonlySet<Field["kind"]> = new Set(["number", "date", "yes_no"]);

/** Conditions on a custom field: its values have their own rows. */
function ofField({ bind, ticketId }: Writing, { id, of, kind }: Field, { op, value }: Condition): string {
  const owner = of === "contact" ? "f.contact_id = t.contact_id" : `f.ticket_id = ${ticketId}`;
  const has = (test: string) =>
    `EXISTS (SELECT 1 FROM field_value f WHERE ${owner} AND f.field_id = ${bind(id)}${test === "" ? "" : ` AND ${test}`})`;
  const stored = (item: Item): Item => {
    if (!NUMERIC.has(kind)) return fold(String(item ?? ""));
    return kind === "date" ? Number(String(item).replaceAll("-", "")) : item;
  };
  const column = NUMERIC.has(kind) ? "f.num" : "f.folded";
  const wanted = asList(value).map(stored);
  switch (op) {
    case "empty":
      return `NOT ${has("")}`;
    case "not_empty":
      return has("");
    case "is":
      return value === true ? has("f.num = 1") : `NOT ${has("f.num = 1")}`;
    case "equals":
    case "in":
      return has(among(bind, column, wanted));
    case "all_of":
      return `(${wanted.map((item) => has(among(bind, column, [item]))).join(" AND ")})`;
    case "contains":
      return has(anyOf(wanted.map((item) => `instr(f.folded, ${bind(item)}) > 0`)));
    case "lt":
    case "gt":
      return has(`f.num ${op === "lt" ? "<" : ">"} ${bind(wanted[0] ?? 0)}`);
    default:
      return "0";
  }
}
