import type { Db } from "#platform/db/database.ts";
import { definePort } from "#platform/ports.ts";

/** Says whether a campaign that is scheduled or running needs a list; it may then not be deleted. */
export interface ListUse {
  contactList(db: Db, contactListId: number): boolean;
  fileList(db: Db, fileListId: number): boolean;
}

/** The campaigns plug theirs in; until then no list is in use. */
export const ListUsePort = definePort<ListUse>("list-use");

export const unused: ListUse = { contactList: () => false, fileList: () => false };
