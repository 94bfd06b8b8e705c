import type { UserActor } from "#tenants/tenant.ts";
import type { ContactImport } from "./schema.ts";

/** Contacts are everybody's; lists are the admins' (docs/rules/imports.md#contacts). */
export const canSee = (
  { profile }: Pick<UserActor, "profile">,
  { contactListId }: Pick<ContactImport, "contactListId">,
): boolean => contactListId === null || profile === "admin";

/** Whoever began an import ends it, and admins. */
export const canCancel = (
  person: Pick<UserActor, "id" | "profile">,
  { userId }: Pick<ContactImport, "userId">,
): boolean => person.profile === "admin" || person.id === userId;
