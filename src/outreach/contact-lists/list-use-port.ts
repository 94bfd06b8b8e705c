import type { Db } from "#platform/db/database.ts";
import { definePort } from "#platform/ports.ts";

/** Reports whether a scheduled or running campaign uses a list; such a list may not be deleted. */
export interface ListUse {
  contactList(db: Db, contactListId: number): boolean;
  fileList(db: Db, fileListId: number): boolean;
}

/** Implemented by the campaigns; without it no list is in use. */
export const ListUsePort = definePort<ListUse>("list-use");

export const unused: ListUse = { contactList: () => false, fileList: () => false };
