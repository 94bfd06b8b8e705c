import type { Condition, ConditionGroup, Conditions, ConditionValue } from "#inbox/conditions/contract.ts";
import { isGroup, nodesOf } from "#inbox/conditions/shape/contract.ts";

/** The value of a field of one ticket: null = none, undefined = unknown. */
export type Fact = string | number | boolean | null | readonly (string | number)[] | undefined;

/** The values that conditions are compared with, by field. */
export interface Facts {
  /** The person who looks at the ticket; null = no person, as in rules. */
  readonly me: number | null;
  of(field: string): Fact;
}

/** One condition with the value found. `passed` undefined = the value is unknown. */
interface Evaluated {
  readonly condition: Condition;
  readonly found: Fact;
  readonly passed: boolean | undefined;
}
export interface Evaluation {
  /** undefined = it depends on values that are unknown. */
  readonly holds: boolean | undefined;
  readonly evaluated: readonly Evaluated[];
}

/**
 * Evaluates conditions (docs/rules/conditions.md#evaluation). Pure: the server and the pages use it, and the SQL of lists
 * selects the same tickets. An empty group holds.
 */
export function evaluate(conditions: Conditions, facts: Facts): Evaluation {
  const evaluated: Evaluated[] = [];
  const evaluateNode = (node: Condition | ConditionGroup): boolean | undefined => {
    if (isGroup(node)) return joined(node, evaluateNode);
    const found = facts.of(node.field);
    const passed = found === undefined ? undefined : passes(node, found, facts.me);
    evaluated.push({ condition: node, found, passed });
    return passed;
  };
  return { holds: joined<Condition | ConditionGroup>(conditions, evaluateNode), evaluated };
}

/**
 * Whether conditions hold, without collecting values: stops at the first condition that decides. A condition with an unknown value
 * never holds.
 */
export function holds(conditions: Conditions, facts: Facts): boolean {
  const holdsIn = (node: Condition | ConditionGroup): boolean => {
    if (isGroup(node)) return decided(node, holdsIn);
    const found = facts.of(node.field);
    return found !== undefined && passes(node, found, facts.me);
  };
  return decided<Condition | ConditionGroup>(conditions, holdsIn);
}

function decided<Node>(tree: { all: Node[] } | { any: Node[] }, holdsIn: (node: Node) => boolean): boolean {
  const { joined: how, nodes } = nodesOf(tree);
  return nodes.length === 0 || (how === "all" ? nodes.every(holdsIn) : nodes.some(holdsIn));
}

/** Three-valued logic: an unknown value matters only when the known values do not decide. */
function joined<Node>(
  tree: { all: Node[] } | { any: Node[] },
  evaluateNode: (node: Node) => boolean | undefined,
): boolean | undefined {
  const { joined: how, nodes } = nodesOf(tree);
  if (nodes.length === 0) return true;
  const results = nodes.map(evaluateNode);
  const decisive = how === "any";
  if (results.includes(decisive)) return decisive;
  return results.includes(undefined) ? undefined : !decisive;
}

/** A text in the forms in which it is compared. */
interface Compared {
  /** Trimmed, lower case, without accents. The same as `fold` of the server. */
  readonly folded: string;
  /** Its words with one blank before, between and after them, so that a part with whole words is found by `includes`. */
  readonly words: string;
}

/** Texts that are kept: the words of 50 rules and some texts. */
const MOST_KEPT = 1000;
const known = new Map<string, Compared>();
/** Kept, because the words of conditions come with every message, and its text with every condition. */
function comparedOf(text: string): Compared {
  const kept = known.get(text);
  if (kept) return kept;
  const folded = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const made = { folded, words: ` ${words.join(" ")} ` };
  if (known.size >= MOST_KEPT) known.clear();
  known.set(text, made);
  return made;
}

const asList = (value: ConditionValue | undefined): readonly (string | number | null)[] =>
  Array.isArray(value) ? value : typeof value === "string" || typeof value === "number" ? [value] : [];
const comparable = (value: string | number | boolean | null): string | number | boolean | null =>
  typeof value === "string" ? comparedOf(value).folded : value;
const isEmpty = (found: Fact): boolean =>
  found === undefined || found === null || found === "" || (Array.isArray(found) && found.length === 0);

/** Whether a known value passes. An operator that does not exist never passes. */
function passes(
  { field, op, value }: Condition,
  found: Exclude<Fact, undefined>,
  me: number | null,
): boolean {
  switch (op) {
    case "in":
      return field === "time.between" ? isWithin(asList(value), found) : isAmong(value, found, me);
    case "not_in":
      return !isAmong(value, found, me);
    case "any_of":
      return isAmong(value, found, me);
    case "none_of":
      return !isAmong(value, found, me);
    case "all_of":
      return asList(value).every((wanted) => isAmong([wanted], found, me));
    case "is":
      return (found ?? false) === value;
    case "lt":
    case "gt":
      return isBeyond(op, found, value);
    case "empty":
      return isEmpty(found);
    case "not_empty":
      return !isEmpty(found);
    case "equals":
      return isAmong(value, found, me);
    default:
      return asList(value).some((wanted) => matchesText(op, String(wanted ?? ""), found));
  }
}

function isAmong(
  value: ConditionValue | undefined,
  found: Exclude<Fact, undefined>,
  me: number | null,
): boolean {
  // Without a user, "me" matches no id.
  const wanted = asList(value).map((one) =>
    comparable(one === "me" ? (me ?? 0) : one === "nobody" ? null : one),
  );
  const known = Array.isArray(found) ? (found as readonly (string | number)[]) : [found as string];
  return known.some((one) => wanted.includes(comparable(one)));
}

/** Compares numbers, and days as `YYYY-MM-DD`; a missing value is neither less nor greater. */
function isBeyond(op: "lt" | "gt", found: Fact, value: ConditionValue | undefined): boolean {
  const isSame = (typeof found === "number" && typeof value === "number") || typeof found === "string";
  if (!isSame || typeof value !== typeof found) return false;
  return op === "lt" ? (found as string) < (value as string) : (found as string) > (value as string);
}

function matchesText(op: string, wanted: string, found: Fact): boolean {
  if (typeof found !== "string" || wanted.trim() === "") return false;
  const [text, part] = [comparedOf(found), comparedOf(wanted)];
  if (op === "contains") return text.folded.includes(part.folded);
  if (op === "starts_with") return text.folded.startsWith(part.folded);
  return op === "contains_word" && text.words.includes(part.words);
}

/** Spans as `HH:MM-HH:MM`; a span whose end is before its start crosses midnight. */
function isWithin(spans: readonly (string | number | null)[], found: Fact): boolean {
  if (typeof found !== "string") return false;
  return spans.some((span) => {
    const [from = "", to = ""] = String(span).split("-");
    return from <= to ? found >= from && found < to : found >= from || found < to;
  });
}
