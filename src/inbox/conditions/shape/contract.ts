/**
 * The fields of conditions and the walk through their tree, without valibot: pages that only evaluate or count need no
 * schema.
 */
import type { Condition, ConditionGroup, Conditions } from "#inbox/conditions/contract.ts";
import type { TicketStatus } from "#inbox/tickets/contract.ts";

/** Where conditions are used. */
export type ConditionPlace = "view" | "sla" | "rule" | "report";

/** Kind of the value of a condition; `texts` = one text, or a list of texts of which one must match. */
export type ValueKind = "ids" | "people" | "words" | "flag" | "number" | "texts" | "day" | "spans" | "none";

export interface ConditionField {
  /** Operators and the kind of their value. */
  readonly ops: Readonly<Record<string, ValueKind>>;
  /** Places that do not have the field. */
  readonly except?: readonly ConditionPlace[];
  /** The allowed values of the kind `words`. */
  readonly words?: readonly (string | number)[];
  /** Whether a page can evaluate the field from a `TicketAnswer`. */
  readonly onPage?: true;
}

const one = (kind: ValueKind) => ({ in: kind, not_in: kind });
const FLAG = { ops: { is: "flag" } } as const;
const MINUTES = { ops: { lt: "number", gt: "number" } } as const;
const NOT_WAITING: readonly ConditionPlace[] = ["view", "sla", "report"];
const NOT_SLA: readonly ConditionPlace[] = ["sla"];

/** Excluded places for values of an event, by which tickets cannot be selected. */
const ONLY_RULES: readonly ConditionPlace[] = ["view", "sla", "report"];

const MESSAGE_KINDS = [
  "text",
  "image",
  "audio",
  "video",
  "document",
  "sticker",
  "location",
  "contact",
  "call",
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

const STATUSES: readonly TicketStatus[] = ["open", "pending", "closed"];
/** The fields of docs/rules/conditions.md#fields, without the custom ones (`field.<key>`). */
export const CONDITION_FIELDS: Readonly<Record<string, ConditionField>> = {
  status: { ops: one("words"), words: STATUSES, onPage: true },
  queue: { ops: one("ids"), onPage: true },
  connection: { ops: one("ids"), onPage: true },
  channel: {
    ops: one("words"),
    words: ["whatsapp", "facebook", "instagram"],
    onPage: true,
  },
  attendant: { ops: one("people"), onPage: true },
  priority: { ops: one("words"), words: [1, 2, 3, 4], onPage: true },
  origin: {
    ops: one("words"),
    words: ["contact", "user", "phone", "import", "api", "schedule", "campaign"],
  },
  resolution: { ops: one("ids"), onPage: true },
  tags: { ops: { any_of: "ids", all_of: "ids", none_of: "ids" }, onPage: true },
  unread: { ...FLAG, onPage: true },
  asleep: { ...FLAG, onPage: true },
  bot_active: { ...FLAG, onPage: true },
  group: { ...FLAG, onPage: true },
  participating: { ...FLAG, onPage: true },
  waiting_minutes: { ...MINUTES, onPage: true },
  age_minutes: { ...MINUTES, onPage: true },
  idle_minutes: MINUTES,
  attendances_of_contact: MINUTES,
  last_message_by: { ops: { in: "words" }, words: ["customer", "person", "bot"] },
  sla: { ops: { in: "words" }, words: ["none", "running", "soon", "missed"], onPage: true },
  "contact.number": { ops: { starts_with: "texts" }, onPage: true },
  "contact.name": { ops: { contains: "texts" }, onPage: true },
  "contact.is_new": FLAG,
  "contact.opted_out": FLAG,
  "message.text": {
    ops: { contains_word: "texts", contains: "texts", equals: "texts", starts_with: "texts" },
    except: NOT_WAITING,
  },
  "message.kind": { ops: { in: "words" }, words: MESSAGE_KINDS, except: NOT_WAITING },
  "message.first": { ...FLAG, except: NOT_WAITING },
  "message.tap": { ops: { equals: "texts" }, except: NOT_WAITING },
  "time.hours": { ops: { in: "words" }, words: ["open", "closed"], except: NOT_WAITING },
  "time.weekday": { ops: { in: "words" }, words: [0, 1, 2, 3, 4, 5, 6], except: NOT_WAITING },
  "time.between": { ops: { in: "spans" }, except: NOT_WAITING },
  "ad.present": { ...FLAG, except: NOT_SLA },
  "ad.source_id": { ops: { equals: "texts", contains: "texts" }, except: NOT_SLA },
  "ad.headline": { ops: { equals: "texts", contains: "texts" }, except: NOT_SLA },
  "campaign.id": { ops: { in: "ids" }, except: ONLY_RULES },
  "rating.rate": { ops: { equals: "number", lt: "number", gt: "number" }, except: ONLY_RULES },
  "rating.has_comment": { ...FLAG, except: ONLY_RULES },
};

/**
 * Fields whose data does not exist yet; conditions with them are rejected. The feature that introduces the data removes the field
 * here and adds its column to `TICKET_FACTS` in `facts.sql.ts`.
 */
export const WITHOUT_DATA: ReadonlySet<string> = new Set();

/** Operators of a custom field by its kind (docs/rules/conditions.md#custom-fields). */
export const CUSTOM_FIELD_OPS: Readonly<Record<string, Readonly<Record<string, ValueKind>>>> = {
  text: { equals: "texts", contains: "texts", empty: "none", not_empty: "none" },
  number: { equals: "number", lt: "number", gt: "number", empty: "none", not_empty: "none" },
  date: { equals: "day", lt: "day", gt: "day", empty: "none", not_empty: "none" },
  choice: { in: "texts", empty: "none", not_empty: "none" },
  multi: { in: "texts", all_of: "texts", empty: "none", not_empty: "none" },
  yes_no: { is: "flag", empty: "none", not_empty: "none" },
};

/** The key of a custom field; undefined for every other field. */
export const customKeyOf = (field: string): string | undefined =>
  field.startsWith("field.") ? field.slice("field.".length) : undefined;

export const isGroup = (node: Condition | ConditionGroup): node is ConditionGroup => !("field" in node);
/** How the nodes of a tree or group are joined; an empty tree (`{}`) has none. */
export const nodesOf = <Node>(
  tree: { all: Node[] } | { any: Node[] } | Record<never, never>,
): { readonly joined: "all" | "any"; readonly nodes: readonly Node[] } =>
  "any" in tree
    ? { joined: "any", nodes: tree.any }
    : { joined: "all", nodes: "all" in tree ? tree.all : [] };

/** Every condition of a tree, in its order. */
export const everyCondition = (tree: Conditions): Condition[] =>
  nodesOf<Condition | ConditionGroup>(tree).nodes.flatMap((node) =>
    isGroup(node) ? [...nodesOf(node).nodes] : [node],
  );
