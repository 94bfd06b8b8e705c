import { isSupport } from "#tenants/policy.ts";
import type { UserActor } from "#tenants/tenant.ts";
import type { TicketView } from "./schema.ts";

/** Rights of docs/rules/views.md#rights. */

type Person = Pick<UserActor, "id" | "profile" | "queueIds" | "supportUntil">;
type Owned = Pick<TicketView, "ownerId" | "queueIds">;

/** Users see their own views, and shared views for all users or for one of their queues. A support session has no own views. */
export function canSee(person: Person, { ownerId, queueIds }: Owned): boolean {
  if (ownerId !== null) return ownerId === person.id && !isSupport(person);
  return (
    person.profile === "admin" || queueIds.length === 0 || queueIds.some((id) => person.queueIds.includes(id))
  );
}

/** Whether the person may create, change or delete a view of this owner (null = shared) that they see. */
export const canWrite = (person: Person, ownerId: number | null): boolean =>
  ownerId === null ? person.profile === "admin" : !isSupport(person);
