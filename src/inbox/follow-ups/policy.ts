import { isSupport } from "#tenants/policy.ts";
import type { UserActor } from "#tenants/tenant.ts";

/** Rights of docs/rules/follow-ups.md#rights. */

type Person = Pick<UserActor, "id" | "profile" | "supportUntil">;

/** Shared follow-ups and one's own. A support session has no own ones. `ownerId` null = shared. */
export const canSee = (person: Pick<Person, "id" | "supportUntil">, ownerId: number | null): boolean =>
  ownerId === null || (ownerId === person.id && !isSupport(person));

/** Whether the person may create, change or delete a follow-up of this owner that they see. */
export const canWrite = (person: Person, ownerId: number | null): boolean =>
  ownerId === null ? person.profile === "admin" : !isSupport(person);
