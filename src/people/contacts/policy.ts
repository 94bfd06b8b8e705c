import type { UserActor } from "#tenants/tenant.ts";

type Person = Pick<UserActor, "profile">;

const admin = (person: Person): boolean => person.profile === "admin";

/** docs/rules/contacts.md#merge: merging by hand and undoing any merge. */
export const canMerge = admin;
/** docs/rules/contacts.md#deletion. */
export const canDelete = admin;
/** Exports of all contacts or of all data of one person. */
export const canExport = admin;
