import type { UserActor } from "#tenants/tenant.ts";

type Person = Pick<UserActor, "profile">;

/** Admins write lists (behaviour 27). */
export const canWriteLists = ({ profile }: Person): boolean => profile === "admin";

/** Whoever writes them; and profile NAO, which the specification shows the disabled delete-all button (002, 2.9). */
export const canReadLists = (person: Person): boolean => canWriteLists(person) || person.profile === "NAO";
