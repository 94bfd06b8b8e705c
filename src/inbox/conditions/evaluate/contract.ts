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
  readonly raw: string;
  /** Trimmed, lower case, without accents. The same as `fold` of the server. */
  readonly folded: string;
  /** Its words with one blank before, between and after them, so that a part with whole words is found by `includes`. */
  readonly words: string;
}

function compared(text: string): Compared {
  const folded = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return { raw: text, folded, words: ` ${words.join(" ")} ` };
}

/** The text that was compared last: 50 rules compare the text of one message one after another. */
let last = compared("");
function comparedOf(text: string): Compared {
  if (text !== last.raw) last = compared(text);
  return last;
}

type Single = string | number | boolean | null;
/** The value of a condition as a list: each text as it is compared. */
type Wanted = readonly (Compared | Single)[];
const asList = (value: ConditionValue | undefined): readonly (string | number | null)[] =>
  Array.isArray(value) ? value : typeof value === "string" || typeof value === "number" ? [value] : [];

/** Kept by condition, because a rule compares the same value with every message. */
const kept = new WeakMap<Condition, Wanted>();
function wantedBy(condition: Condition): Wanted {
  let wanted = kept.get(condition);
  if (!wanted) {
    wanted = asList(condition.value).map((one) => (typeof one === "string" ? compared(one) : one));
    kept.set(condition, wanted);
  }
  return wanted;
}
const isEmpty = (found: Fact): boolean =>
  found === undefined || found === null || found === "" || (Array.isArray(found) && found.length === 0);

/** Whether a known value passes. An operator that does not exist never passes. */
function passes(condition: Condition, found: Exclude<Fact, undefined>, me: number | null): boolean {
  const { field, op, value } = condition;
  switch (op) {
    case "in":
      return field === "time.between"
        ? isWithin(asList(value), found)
        : isAmong(wantedBy(condition), found, me);
    case "any_of":
    case "equals":
      return isAmong(wantedBy(condition), found, me);
    case "not_in":
    case "none_of":
      return !isAmong(wantedBy(condition), found, me);
    case "all_of":
      return wantedBy(condition).every((wanted) => isAmong([wanted], found, me));
    case "is":
      return (found ?? false) === value;
    case "lt":
    case "gt":
      return isBeyond(op, found, value);
    case "empty":
      return isEmpty(found);
    case "not_empty":
      return !isEmpty(found);
    default:
      return typeof found === "string" && matchesText(op, wantedBy(condition), comparedOf(found));
  }
}

function isAmong(wanted: Wanted, found: Exclude<Fact, undefined>, me: number | null): boolean {
  const isOne = (one: Single): boolean => {
    const text = typeof one === "string" ? comparedOf(one).folded : undefined;
    return wanted.some((value) => {
      if (typeof value !== "object" || value === null) return value === one;
      // Without a user, "me" matches no id.
      if (value.raw === "me") return one === (me ?? 0);
      return value.raw === "nobody" ? one === null : value.folded === text;
    });
  };
  return Array.isArray(found) ? (found as readonly Single[]).some(isOne) : isOne(found as Single);
}

/** Compares numbers, and days as `YYYY-MM-DD`; a missing value is neither less nor greater. */
function isBeyond(op: "lt" | "gt", found: Fact, value: ConditionValue | undefined): boolean {
  const isSame = (typeof found === "number" && typeof value === "number") || typeof found === "string";
  if (!isSame || typeof value !== typeof found) return false;
  return op === "lt" ? (found as string) < (value as string) : (found as string) > (value as string);
}

function matchesText(op: string, wanted: Wanted, text: Compared): boolean {
  return wanted.some((one) => {
    if (typeof one !== "object" || one === null || one.folded === "") return false;
    if (op === "contains") return text.folded.includes(one.folded);
    if (op === "starts_with") return text.folded.startsWith(one.folded);
    return op === "contains_word" && text.words.includes(one.words);
  });
}

/** Spans as `HH:MM-HH:MM`; a span whose end is before its start crosses midnight. */
function isWithin(spans: readonly (string | number | null)[], found: Fact): boolean {
  if (typeof found !== "string") return false;
  return spans.some((span) => {
    const [from = "", to = ""] = String(span).split("-");
    return from <= to ? found >= from && found < to : found >= from || found < to;
  });
}
