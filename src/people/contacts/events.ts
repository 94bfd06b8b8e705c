import { defineEvent } from "#platform/events/define-event.ts";
import type { Contact } from "./schema.ts";

export const ContactCreated = defineEvent<{ readonly contactId: number }>("contact.created");
/** Name, number, flags or anything else people see of a contact is different. */
export const ContactUpdated = defineEvent<{ readonly contactId: number }>("contact.updated");

/** A contact is to be erased, and all of it is still there: `within` listeners count, for the certificate. */
export const ContactErasing = defineEvent<{
  readonly contact: Contact;
  /** Who asked; null = the product itself. */
  readonly user: { readonly id: number; readonly name: string } | null;
  /** One of all: they share a certificate. */
  readonly withAll: boolean;
}>("contact.erasing");

/** What names a person in rows that do not point to the contact. */
export interface Traces {
  /** Identities and addresses, long enough to hit nobody else. */
  readonly names: readonly string[];
  /** The last figures of each phone, which all spellings of it have in common. */
  readonly phoneEndings: readonly string[];
  /** In lower case; null when there is none, or it is too short to be told apart. */
  readonly email: string | null;
}

/**
 * A contact is being erased: `within` listeners remove what names the person without pointing to the contact. Not emitted
 * when all contacts go; then `contacts.cleared` follows.
 */
export const ContactTracesErasing = defineEvent<{ readonly contact: Contact; readonly traces: Traces }>(
  "contact.traces_erasing",
);

/**
 * A contact is about to go for good. `within` listeners refuse by throwing, or remove what hangs on it: rows that
 * name the contact must be gone when they return.
 */
export const ContactDeleting = defineEvent<{ readonly contact: Contact }>("contact.deleting");
/** The row is gone; `pictureId` is the file nobody needs any more. */
export const ContactDeleted = defineEvent<{
  readonly contactId: number;
  readonly pictureId: number | null;
  /** One of all: told once, by `contacts.cleared`. */
  readonly withAll?: boolean;
}>("contact.deleted");

/** Ids of rows that changed their contact, by table: kept with the merge, given back by its undo. */
export interface MovedRows {
  add(table: string, ids: readonly number[]): void;
  of(table: string): readonly number[];
}

/**
 * Two contacts become one. `within` listeners point their rows of the loser to the survivor and write the ids
 * down in `moved`; the loser's row goes when they return.
 */
export const ContactMerging = defineEvent<{
  readonly survivor: Contact;
  readonly loser: Contact;
  readonly moved: MovedRows;
}>("contact.merging");
export const ContactMerged = defineEvent<{ readonly survivorId: number; readonly loserId: number }>(
  "contact.merged",
);

/** A merge that is being undone. */
export interface Unmerge {
  /** Who holds the rows now. */
  readonly survivorId: number;
  /** The contact that is back, under its old id. */
  readonly contact: Contact;
  /** Identities that are the returned contact's again: what came by them after `mergedAt` follows. */
  readonly identityIds: readonly number[];
  readonly mergedAt: number;
  readonly moved: MovedRows;
}
/** `within` listeners point the rows in `moved` back, as far as the survivor still holds them. */
export const ContactUnmerging = defineEvent<Unmerge>("contact.unmerging");
/** All rows of the merge are back; `within` listeners see to what came since. */
export const ContactUnmerged = defineEvent<Unmerge>("contact.unmerged");

/** The picture is unknown or older than 7 days: whoever can ask the network stores a fresh one by `keepPicture`. */
export const ContactPictureWanted = defineEvent<{
  readonly contactId: number;
  readonly connectionId: number;
}>("contact.picture_wanted");

/** The whole address book is different: clients read their lists again. */
export const ContactsReloaded = defineEvent<Record<never, never>>("contacts.reloaded");
/** No contact is left. */
export const ContactsCleared = defineEvent<Record<never, never>>("contacts.cleared");
/** Every contact is about to go; `within` listeners refuse by throwing. */
export const ContactsClearing = defineEvent<Record<never, never>>("contacts.clearing");

/** A file of a person's export: rows of a JSON list, or files as they are. Read after the event, piece by piece. */
export type ExportedPart =
  | { readonly name: string; readonly rows: () => Iterable<unknown> }
  | { readonly files: () => Iterable<{ readonly name: string; readonly path: string }> };
/** Everything of a person is asked for: `within` listeners add what they keep of the contact. */
export const ContactExporting = defineEvent<{
  readonly contact: Contact;
  add(part: ExportedPart): void;
}>("contact.exporting");
