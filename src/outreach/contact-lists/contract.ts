import * as v from "valibot";
import {
  Instant,
  PageNumber,
  PathId,
  pageOf,
  plainName,
  RequiredId,
  SearchParam,
  ShortText,
} from "#platform/http/contract.ts";

/** Maximum number of items per call. */
export const MOST_CHOSEN = 2000;

/** `validCount` and `invalidCount`: numbers checked on the network; the other numbers are not checked yet. */
export const ContactListAnswer = v.object({
  id: v.number(),
  name: v.string(),
  contactsCount: v.number(),
  validCount: v.number(),
  invalidCount: v.number(),
  companyId: v.number(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type ContactListAnswer = v.InferOutput<typeof ContactListAnswer>;
export const ContactListPage = pageOf("records", ContactListAnswer);

/** Name 2 to 50 characters (docs/rules/forms.md#lengths). */
export const ContactListBody = v.object({ name: plainName(2, 50) });
export type ContactListBody = v.InferOutput<typeof ContactListBody>;

/** `isWhatsappValid` null: not checked yet. */
export const ContactListItemAnswer = v.object({
  id: v.number(),
  name: v.string(),
  number: v.string(),
  email: v.string(),
  companyId: v.number(),
  contactListId: v.number(),
  isWhatsappValid: v.nullable(v.boolean()),
});
export type ContactListItemAnswer = v.InferOutput<typeof ContactListItemAnswer>;
export const ContactListItemPage = pageOf("contacts", ContactListItemAnswer);

/** Filter of items by validity; absent = all. */
export const Validity = v.picklist(["valid", "invalid", "unknown"]);
export type Validity = v.InferOutput<typeof Validity>;
export const ContactListItemQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  contactListId: PathId,
  validity: v.optional(Validity),
});
export type ContactListItemQuery = v.InferOutput<typeof ContactListItemQuery>;

/** Name 2 to 50, number 8 to 50, e-mail valid (docs/rules/forms.md#lengths). */
const name = plainName(2, 50);
const number = v.pipe(v.string(), v.trim(), v.minLength(8), v.maxLength(50));
const email = v.optional(
  v.nullable(v.union([v.literal(""), v.pipe(v.string(), v.trim(), v.maxLength(254), v.email())])),
);
export const ContactListItemBody = v.object({ contactListId: RequiredId, name, number, email });
export type ContactListItemBody = v.InferOutput<typeof ContactListItemBody>;
/** Absent fields keep their value. */
export const UpdateContactListItemBody = v.object({
  name: v.optional(name),
  number: v.optional(number),
  email,
});
export type UpdateContactListItemBody = v.InferOutput<typeof UpdateContactListItemBody>;

export const DeleteItemsBody = v.object({
  contactListId: RequiredId,
  ids: v.pipe(v.array(RequiredId), v.minLength(1), v.maxLength(MOST_CHOSEN)),
});
export type DeleteItemsBody = v.InferOutput<typeof DeleteItemsBody>;
export const DeleteItemsAnswer = v.object({ deleted: v.number() });

/** Days are `YYYY-MM-DD` in the company's time zone; omitted conditions do not filter. */
const Day = v.optional(v.nullable(v.union([v.literal(""), v.pipe(ShortText, v.isoDate())])));
const Ids = v.optional(v.pipe(v.array(RequiredId), v.maxLength(200)));
export const FillBody = v.object({
  /** Contacts with one of these tags on a ticket. */
  tagIds: Ids,
  /** Only these contacts. */
  contactIds: v.optional(v.pipe(v.array(RequiredId), v.maxLength(2000))),
  /** Contacts attended in one of these queues. */
  queueIds: Ids,
  hasEmail: v.optional(v.nullable(v.boolean())),
  createdFrom: Day,
  createdTo: Day,
  /** Range of the last change of the contact's newest attendance. */
  lastAttendanceFrom: Day,
  lastAttendanceTo: Day,
  /** Counts without adding items. */
  dryRun: v.optional(v.boolean()),
});
export type FillBody = v.InferOutput<typeof FillBody>;
/** `duplicates`: contacts whose number is already in the list; `withoutPhone`: matching ones that have no number. */
export const FillAnswer = v.object({
  found: v.number(),
  added: v.number(),
  duplicates: v.number(),
  withoutPhone: v.number(),
});
export type FillAnswer = v.InferOutput<typeof FillAnswer>;

/** `quota`: today's number checks are used up; `resumesAt` is when they continue. */
export const ChecksAnswer = v.object({
  state: v.picklist(["done", "running", "no_connection", "quota"]),
  valid: v.number(),
  invalid: v.number(),
  unknown: v.number(),
  /** Connections that can check numbers. */
  connections: v.number(),
  leftToday: v.number(),
  resumesAt: v.nullable(Instant),
});
export type ChecksAnswer = v.InferOutput<typeof ChecksAnswer>;
