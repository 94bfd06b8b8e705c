import type { UserActor } from "#tenants/tenant.ts";
import type { ContactImport } from "./schema.ts";

/** Whoever began an import ends it, and admins. */
export const canCancel = (
  person: Pick<UserActor, "id" | "profile">,
  { userId }: Pick<ContactImport, "userId">,
): boolean => person.profile === "admin" || person.id === userId;
