import type { UserActor } from "#tenants/tenant.ts";

type Person = Pick<UserActor, "profile">;

const admin = (person: Person): boolean => person.profile === "admin";

/** docs/rules/contacts.md#merge: merges by hand, and undoing any merge. */
export const canMerge = admin;
/** docs/rules/contacts.md#deletion. */
export const canDelete = admin;
/** What is known of everybody, or all of one person, leaves the product. */
export const canExport = admin;
