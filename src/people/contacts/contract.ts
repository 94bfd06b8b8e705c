import * as v from "valibot";
import { FieldFilterParam, FieldValues } from "#people/fields/contract.ts";
import { TagRef } from "#people/tags/contract.ts";
import {
  FileQuery,
  Instant,
  OptionalId,
  PageNumber,
  pageOf,
  plainName,
  SearchParam,
  ShortText,
} from "#platform/http/contract.ts";

/**
 * A contact on tickets and in lists. `number` is "" when the phone is not known
 * (docs/rules/contacts.md#identities).
 */
export const ContactRef = v.object({
  id: v.number(),
  name: v.string(),
  number: v.string(),
  profilePicUrl: v.nullable(v.string()),
});
export type ContactRef = v.InferOutput<typeof ContactRef>;

const ExtraInfo = v.object({ id: v.optional(v.number()), name: v.string(), value: v.string() });
/** Networks on which a contact can be written to. */
export const ContactChannel = v.picklist(["whatsapp", "facebook", "instagram"]);
export type ContactChannel = v.InferOutput<typeof ContactChannel>;

/**
 * Whether the phone is known, when the contact was asked for it, and which number the contact offered
 * (docs/rules/contacts.md#ask-for-the-phone).
 */
export const ContactPhone = v.object({
  state: v.picklist(["known", "none", "asked", "refused"]),
  askedAt: v.nullable(Instant),
  /** Digits that the contact typed or sent as a card; null = none. */
  offered: v.nullable(v.string()),
});
export type ContactPhone = v.InferOutput<typeof ContactPhone>;

export const ContactAnswer = v.object({
  ...ContactRef.entries,
  uuid: v.string(),
  email: v.string(),
  isGroup: v.boolean(),
  blocked: v.boolean(),
  disableBot: v.boolean(),
  /**
   * When the contact asked to receive no campaigns; null = it did not
   * (docs/rules/campaigns.md#number-protection).
   */
  optedOutAt: v.nullable(Instant),
  /** Whether the network knows the number: unknown until checked. */
  exists: v.picklist(["yes", "no", "unknown"]),
  /** Channels on which the contact has an identity, in the order WhatsApp, Facebook, Instagram. */
  channels: v.array(ContactChannel),
  /** The public name of the person on WhatsApp, without `@`; null when unknown. Never an address. */
  username: v.optional(v.nullable(v.string())),
  /** Kinds of ids by which the contact can be written to (docs/rules/contacts.md#identities). */
  reachedBy: v.optional(v.array(v.string())),
  phone: v.optional(ContactPhone),
  extraInfo: v.array(ExtraInfo),
  /** Values of custom fields by key (docs/rules/fields.md). */
  fields: v.optional(FieldValues),
  /** Tags of all tickets of the contact, by name. */
  tags: v.array(TagRef),
  /** Connection of the contact's first message. */
  whatsapp: v.nullable(v.object({ id: v.number(), name: v.string() })),
  ticketsCount: v.number(),
  /** Last update of the newest ticket; null without tickets. */
  lastTicketAt: v.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
});
export type ContactAnswer = v.InferOutput<typeof ContactAnswer>;
/** Order of the list: by name or by creation time; `-` = descending. */
export const ContactSort = v.picklist(["name", "-name", "created", "-created"]);
export type ContactSort = v.InferOutput<typeof ContactSort>;
export const ContactListQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  sort: v.optional(ContactSort, "name"),
  tagId: v.optional(OptionalId),
  fields: FieldFilterParam,
});
export const ContactPage = pageOf("contacts", ContactAnswer);

/** Name 2-50, number 8-50 as typed, e-mail valid (docs/rules/forms.md#lengths). */
const name = plainName(2, 50);
const number = v.pipe(v.string(), v.trim(), v.minLength(8), v.maxLength(50));
const email = v.union([v.literal(""), v.pipe(v.string(), v.trim(), v.maxLength(254), v.email())]);
const extraInfo = v.array(
  v.object({
    id: v.optional(v.number()),
    name: plainName(1, 50),
    value: v.pipe(v.string(), v.trim(), v.maxLength(500)),
  }),
);
export const CreateContactBody = v.object({
  name,
  number,
  email: v.optional(v.nullable(email)),
  extraInfo: v.optional(v.pipe(extraInfo, v.maxLength(50))),
});
export const UpdateContactBody = v.object({
  name: v.optional(name),
  number: v.optional(v.union([v.literal(""), number])),
  email: v.optional(v.nullable(email)),
  extraInfo: v.optional(v.pipe(extraInfo, v.maxLength(50))),
  disableBot: v.optional(v.boolean()),
  blocked: v.optional(v.boolean()),
  /** Null dismisses the number that the contact typed or sent as a card. */
  offeredPhone: v.optional(v.null()),
});
export const CheckContactBody = v.object({ number, whatsappId: v.optional(v.number()) });
export const CheckContactAnswer = v.object({ exists: v.boolean(), number: v.string() });
export const MergeBody = v.object({ otherId: v.number() });
export const MergeAnswer = v.object({ mergeId: v.number(), contact: ContactAnswer });
/** `confirm` is the name of the company, exactly as stored. */
export const DeleteAllContactsBody = v.object({ confirm: ShortText });
export const DeleteAllContactsAnswer = v.object({ message: v.string(), deleted: v.number() });

/** Maximum number of contact ids in one export; without ids, all contacts are exported. */
const MAX_CHOSEN = 2000;
export const ExportQuery = v.object({
  ...FileQuery.entries,
  ids: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(30_000),
      v.regex(/^(\d{1,15}(,\d{1,15})*)?$/),
      v.transform((text) => (text === "" ? [] : text.split(",").map(Number))),
      v.maxLength(MAX_CHOSEN),
    ),
    "",
  ),
});
