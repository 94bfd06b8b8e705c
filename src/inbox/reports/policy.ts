import type { UserActor } from "#tenants/tenant.ts";

/** Permissions of docs/rules/reports.md#rights. The page's code imports this file too, so it may import only types. */

type Person = Pick<UserActor, "profile" | "queueIds">;

/** Admins and supervisors read reports. */
export const mayReadReports = ({ profile }: Pick<Person, "profile">): boolean =>
  profile === "admin" || profile === "supervisor";

/** The queues whose rows a person reads; null = all, also rows without queue. */
export const queuesOf = ({ profile, queueIds }: Person): readonly number[] | null =>
  profile === "admin" ? null : queueIds;
