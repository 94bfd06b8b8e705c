import type { UserActor } from "#tenants/tenant.ts";

/** Permissions of docs/rules/work-times.md#rights. The page's code imports this file too, so it may import only types. */

type Person = Pick<UserActor, "id" | "profile" | "queueIds">;
interface Subject {
  readonly id: number;
  readonly queues: readonly { readonly id: number }[];
}

/** Admins set the pause of anyone, supervisors that of the people in their queues, everyone their own. */
export const maySetAwayOf = (person: Person, subject: Subject): boolean =>
  person.profile === "admin" ||
  person.id === subject.id ||
  (person.profile === "supervisor" && subject.queues.some(({ id }) => person.queueIds.includes(id)));
