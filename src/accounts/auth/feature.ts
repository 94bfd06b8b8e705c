import { InvoicePaid } from "#accounts/billing/index.ts";
import { CompanyChanged } from "#accounts/companies/events.ts";
import { PROVIDER_ID } from "#accounts/companies/index.ts";
import { SettingChanged } from "#accounts/settings/events.ts";
import { UserDeleted, UserPasswordChanged, UserUpdated } from "#accounts/users/events.ts";
import { defineFeature } from "#tenants/feature.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { broadcastSessions } from "./broadcasts.ts";
import { dropConfirmation } from "./confirmation/confirmation.ts";
import { SessionEnded, SessionStarted } from "./events.ts";
import { expiryJob, recoveryJob, sessionCleanUpJob, sessionExpiryJob, supportJob } from "./jobs.ts";
import { createLimits, LimitsPort } from "./limits.ts";
import { createGuesses, GuessesPort } from "./login/password-throttle.ts";
import { dropResetCodes } from "./recovery/reset-password.ts";
import { authRoutes, recoveryRoutes, sessionRoutes, supportRoutes } from "./routes.ts";
import { copiedSessions } from "./sessions/copied-sessions.ts";
import { auditSessions } from "./sessions/listeners.ts";
import { endSessionsOf } from "./sessions/sessions.ts";
import { endUnheldAccesses, noteSupportEnd } from "./support/support.ts";

export const auth = defineFeature({
  name: "auth",
  companyTables: ["password_reset", "email_confirmation"],
  keptCompanyTables: ["support_access"],
  cellTables: ["setup_code", "recovery_request"],
  providerRows: [copiedSessions],
  routes: [...authRoutes, ...sessionRoutes, ...recoveryRoutes, ...supportRoutes],
  jobs: [sessionCleanUpJob, sessionExpiryJob, expiryJob, recoveryJob, supportJob],
  listen(installation) {
    const { bus, ports } = installation;
    ports.plug(LimitsPort, createLimits(installation));
    ports.plug(GuessesPort, createGuesses(installation.clock));
    broadcastSessions(installation);
    auditSessions(installation);
    bus.after(SessionEnded, (tenant, { sessionId }) => noteSupportEnd(tenant, sessionId));
    const recheckSupport = (tenant: Tenant) => {
      if (tenant.id === PROVIDER_ID) endUnheldAccesses(installation);
    };
    bus.after(SessionEnded, recheckSupport);
    bus.after(SessionStarted, (tenant, { replaced }) => {
      if (replaced) recheckSupport(tenant);
    });
    bus.after(UserUpdated, recheckSupport);
    bus.after(UserDeleted, recheckSupport);
    bus.within(UserPasswordChanged, (unit, { userId, keepSessionId }) =>
      endSessionsOf(unit, userId, keepSessionId, "password"),
    );
    bus.within(UserPasswordChanged, (unit, { userId }) => dropResetCodes(unit, userId));
    bus.within(UserPasswordChanged, (unit, { userId }) => dropConfirmation(unit, userId));
    bus.within(UserDeleted, (unit, { userId }) => endSessionsOf(unit, userId, undefined, "password"));
    // Must follow the broadcast of the payment event: pages of an expired company, which receive only payment events,
    // receive all events again after their rights are read.
    bus.after(InvoicePaid, (tenant) => ports.use(RealtimePort).reload(tenant.id));
    bus.after(CompanyChanged, (tenant) => ports.use(RealtimePort).reload(tenant.id));
    // These settings decide which tickets a socket may watch.
    bus.after(SettingChanged, (tenant, { key }) => {
      if (key === "userSpyChat" || key === "previewBeforeAccept") ports.use(RealtimePort).reload(tenant.id);
    });
  },
});
