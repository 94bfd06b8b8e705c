import type { UserActor } from "#tenants/tenant.ts";

type Person = Pick<UserActor, "profile">;

/** Only admins change lists (docs/rules/imports.md#lists). */
const canWriteLists = ({ profile }: Person): boolean => profile === "admin";

/**
 * Who may read lists: admins, and users with profile NAO, for whom the contract shows the disabled delete-all button.
 */
export const canReadLists = (person: Person): boolean => canWriteLists(person) || person.profile === "NAO";
