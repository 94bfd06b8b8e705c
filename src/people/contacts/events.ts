import { defineEvent } from "#platform/events/define-event.ts";
import type { Contact } from "./schema.ts";

/** `byHand`: a user added the contact. */
export const ContactCreated = defineEvent<{ readonly contactId: number; readonly byHand?: true }>(
  "contact.created",
);
/** Name, number, flags or another visible field of a contact changed. */
export const ContactUpdated = defineEvent<{ readonly contactId: number }>("contact.updated");

/** A known contact got another id or phone, or was merged with the contact that had it. */
export const ContactIdentified = defineEvent<{ readonly contactId: number; readonly connectionId: number }>(
  "contact.identified",
);

/** Numbers of rows by kind. */
export type RowCounts = Map<string, number>;

/** A contact will be erased and all its rows still exist: `within` listeners count them for the certificate. */
export const ContactCounting = defineEvent<{ readonly contact: Contact; readonly counts: RowCounts }>(
  "contact.counting",
);
/**
 * Emitted once or more before a contact is erased: `within` listeners veto by throwing, or remove at most `atMost` of its rows and
 * call `left` when more rows remain. Each call runs in its own transaction, so that a long conversation does not stop the server.
 */
export const ContactEmptying = defineEvent<{
  readonly contact: Contact;
  readonly atMost: number;
  readonly left: () => void;
  /** Whether a listener has called `left`. Tickets are removed first. */
  readonly isLeft: () => boolean;
}>("contact.emptying");

/** A contact is about to be erased: `within` listeners record it. */
export const ContactErasing = defineEvent<{
  readonly contact: Contact;
  /** Counted before the first rows were removed; rows may have arrived since. */
  readonly counts: ReadonlyMap<string, number>;
  /** User who requested it; null = the product itself. */
  readonly user: { readonly id: number; readonly name: string } | null;
  /** True when all contacts are erased together: they share one certificate. */
  readonly withAll: boolean;
}>("contact.erasing");

/** Texts that identify a person in rows without a reference to the contact. */
export interface Traces {
  /** Identities and addresses that are long enough not to match other people's texts. */
  readonly names: readonly string[];
  /** The last digits of each phone number, equal in all its spellings. */
  readonly phoneEndings: readonly string[];
  /** Lower-case e-mail address; null when there is none or when it is too short to be unique in a text. */
  readonly email: string | null;
}

/**
 * A contact is being erased: `within` listeners remove texts that identify the person in rows without a
 * reference to the contact. Not emitted while all contacts are erased; `contacts.cleared` follows then.
 */
export const ContactTracesErasing = defineEvent<{ readonly contact: Contact; readonly traces: Traces }>(
  "contact.traces_erasing",
);

/** A contact is about to be deleted. `within` listeners veto by throwing, or delete all their rows that refer to the contact. */
export const ContactDeleting = defineEvent<{ readonly contact: Contact }>("contact.deleting");
/** The row is deleted; `pictureId` is the file that is no longer used. */
export const ContactDeleted = defineEvent<{
  readonly contactId: number;
  readonly pictureId: number | null;
  /** True when all contacts are erased together: `contacts.cleared` is broadcast once instead. */
  readonly withAll?: boolean;
}>("contact.deleted");

/** Ids of rows that changed their contact, by table. Stored with the merge and used by its undo. */
export interface MovedRows {
  add(table: string, ids: readonly number[]): void;
  of(table: string): readonly number[];
}

/**
 * Emitted once or more before two contacts are merged: `within` listeners move at most `atMost` rows of the loser and call `left`
 * when more rows remain. Each call runs in its own transaction, so that a long conversation does not stop the server. If the merge
 * is then interrupted, listeners of `ContactRowsReturning` move the rows back.
 */
export const ContactMergePreparing = defineEvent<{
  readonly survivor: Contact;
  readonly loser: Contact;
  /** Which rows move in this step: first all messages, then the tickets. */
  readonly part: "messages" | "tickets";
  readonly atMost: number;
  readonly left: () => void;
}>("contact.merge_preparing");

/**
 * Two contacts become one. `within` listeners move their rows from the loser to the survivor and record the
 * ids in `moved`; the row of the loser is deleted when they return.
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
  /** The contact that owns the rows now. */
  readonly survivorId: number;
  /** The restored contact, under its old id. */
  readonly contact: Contact;
  /**
   * Identities that belong to the restored contact again; messages that were received from these identities after `mergedAt` move to
   * it, too.
   */
  readonly identityIds: readonly number[];
  readonly mergedAt: number;
  readonly moved: MovedRows;
}
/** `within` listeners move those rows of `moved` back that the survivor still owns. */
export const ContactUnmerging = defineEvent<Unmerge>("contact.unmerging");
/** All rows of the merge are moved back; `within` listeners handle what arrived since the merge. */
export const ContactUnmerged = defineEvent<Unmerge>("contact.unmerged");

/**
 * Emitted once or more after a merge was interrupted or undone: `within` listeners move at most `atMost` rows back to the contact
 * and call `left` when more rows remain. Each call runs in its own transaction.
 */
export const ContactRowsReturning = defineEvent<{
  readonly contactId: number;
  readonly atMost: number;
  readonly left: () => void;
  /** Whether a listener has called `left`. Messages return only when no tickets are left. */
  readonly isLeft: () => boolean;
}>("contact.rows_returning");

/**
 * The picture is unknown or older than 7 days. A listener that can fetch it from the network stores it with
 * `storePicture`.
 */
export const ContactPictureWanted = defineEvent<{
  readonly contactId: number;
  readonly connectionId: number;
}>("contact.picture_wanted");

/** Many contacts changed: clients reload their lists. */
export const ContactsReloaded = defineEvent<Record<never, never>>("contacts.reloaded");
/** All contacts are deleted. */
export const ContactsCleared = defineEvent<Record<never, never>>("contacts.cleared");
/** All contacts are about to be deleted; `within` listeners veto by throwing. */
export const ContactsClearing = defineEvent<Record<never, never>>("contacts.clearing");

/** A part of a person's export: rows of a JSON list, or files. Read piece by piece after the event. */
export type ExportedPart =
  | { readonly name: string; readonly rows: () => Iterable<unknown> }
  | { readonly files: () => Iterable<ExportedFile> | AsyncIterable<ExportedFile> };
interface ExportedFile {
  readonly name: string;
  readonly path: string;
  /** Fetches the file if it is not on this machine; resolves to false when that fails. Returns undefined when the file is here already. */
  readonly bring?: () => Promise<boolean> | undefined;
}
/** All data of a person is exported: `within` listeners add what they store of the contact. */
export const ContactExporting = defineEvent<{
  readonly contact: Contact;
  add(part: ExportedPart): void;
}>("contact.exporting");
