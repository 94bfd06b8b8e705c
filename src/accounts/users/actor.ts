import type { Tenant, UserActor } from "#tenants/tenant.ts";
import { findUser } from "./queries.ts";

/** A user as the actor of background work, with current permissions and without a login session; undefined when deleted. */
export function actorOfUser(tenant: Tenant, userId: number): UserActor | undefined {
  const user = findUser(tenant, userId);
  return (
    user && {
      type: "user",
      id: user.id,
      name: user.name,
      profile: user.profile,
      super: user.super,
      queueIds: user.queues.map(({ id }) => id),
      sessionId: 0,
      connectionId: user.connectionId,
      allTicket: user.allTicket,
      signMessages: user.signMessages,
      billingOnly: false,
    }
  );
}
