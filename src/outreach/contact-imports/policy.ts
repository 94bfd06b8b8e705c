import type { UserActor } from "#tenants/tenant.ts";
import type { ContactImport } from "./schema.ts";

/** Every user may import contacts; only admins may import into lists (docs/rules/imports.md#contacts). */
export const canSee = (
  { profile }: Pick<UserActor, "profile">,
  { contactListId }: Pick<ContactImport, "contactListId">,
): boolean => contactListId === null || profile === "admin";

/** The user who started an import, and admins, may cancel it. */
export const canCancel = (
  person: Pick<UserActor, "id" | "profile">,
  { userId }: Pick<ContactImport, "userId">,
): boolean => person.profile === "admin" || person.id === userId;
