import type { UserActor } from "#tenants/tenant.ts";

type Person = Pick<UserActor, "profile">;

/** Admins write lists (docs/rules/imports.md#lists). */
const canWriteLists = ({ profile }: Person): boolean => profile === "admin";

/** Users who may write lists; and profile NAO, which the contract shows the disabled delete-all button. */
export const canReadLists = (person: Person): boolean => canWriteLists(person) || person.profile === "NAO";
