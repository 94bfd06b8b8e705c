import { isSupport } from "#tenants/policy.ts";
import type { UserActor } from "#tenants/tenant.ts";
import type { Macro } from "./schema.ts";

/** Rights of docs/rules/macros.md#rights. */

type Person = Pick<UserActor, "id" | "profile" | "queueIds" | "supportUntil">;
type Owned = Pick<Macro, "ownerId" | "queueIds">;

/** Own macros, and shared ones for everybody or for a queue of the person. A support session has no own macros. */
export function canSee(person: Person, { ownerId, queueIds }: Owned): boolean {
  if (ownerId !== null) return ownerId === person.id && !isSupport(person);
  return (
    person.profile === "admin" || queueIds.length === 0 || queueIds.some((id) => person.queueIds.includes(id))
  );
}

/** Whether the person may create, change or delete a macro of this owner (null = shared) that they see. */
export const canWrite = (person: Person, ownerId: number | null): boolean =>
  ownerId === null ? person.profile === "admin" : !isSupport(person);

/** Whether a macro is offered in a ticket of this queue. */
export const isFor = ({ active, queueIds }: Pick<Macro, "active" | "queueIds">, queueId: number | null) =>
  active && (queueIds.length === 0 || (queueId !== null && queueIds.includes(queueId)));
