import type { Tenant, UserActor } from "#tenants/tenant.ts";
import type { ColleagueAnswer, UserAnswer } from "./contract.ts";
import { canSeeUserFully } from "./policy.ts";
import { NO_REASONS, PauseReasonsPort } from "./presence/pause-reasons.ts";
import { PresencePort } from "./presence/presence.ts";
import type { UserView } from "./queries.ts";

/** The part of a user visible to colleagues. */
export function presentColleague(tenant: Tenant, user: UserView): ColleagueAnswer {
  return {
    id: user.id,
    name: user.name,
    profile: user.profile,
    online: tenant.installation.ports.use(PresencePort).isOnline(tenant.id, user.id),
    away: user.away,
    pauseReason: pauseReasonOf(tenant, user),
    queues: user.queues.map((queue) => ({ ...queue, UserQueue: { queueId: queue.id } })),
  };
}

function pauseReasonOf(tenant: Tenant, { away, pauseReasonId }: UserView): ColleagueAnswer["pauseReason"] {
  if (!away || pauseReasonId === null) return null;
  const name = (tenant.installation.ports.find(PauseReasonsPort) ?? NO_REASONS).nameOf(
    tenant.db,
    pauseReasonId,
  );
  return name === undefined ? null : { id: pauseReasonId, name };
}

/** The part of a user visible to admins and to the user. */
export function presentUser(tenant: Tenant, user: UserView): UserAnswer {
  return {
    ...presentColleague(tenant, user),
    email: user.email,
    companyId: tenant.id,
    whatsappId: user.connectionId,
    super: user.super,
    allTicket: user.allTicket ? "enable" : "disable",
    signMessages: user.signMessages,
    multiSession: user.multiSession,
    maxOpenTickets: user.maxOpenTickets,
    openTickets: user.openTickets,
    lastSeenAt: user.lastSeenAt === null ? null : new Date(user.lastSeenAt).toISOString(),
  };
}

/** The fields of a user that the caller may see. */
export const presentUserFor = (
  person: UserActor,
  tenant: Tenant,
  user: UserView,
): UserAnswer | ColleagueAnswer =>
  canSeeUserFully(person, user.id) ? presentUser(tenant, user) : presentColleague(tenant, user);
