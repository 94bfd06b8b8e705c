import { AuditListsPort } from "#accounts/audit/index.ts";
import { FirstAdminPort } from "#accounts/companies/index.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastUsers } from "./broadcasts.ts";
import { addHashed, hashChecked } from "./create.ts";
import { followDistribution } from "./listeners.ts";
import { CurrentPasswordPort, createCurrentPasswordLimit } from "./logins/current-password.ts";
import { loginClaim, loginsOf } from "./logins/login-index.ts";
import { copiedSuperUsers } from "./logins/super-users.ts";
import { followPreferences } from "./preferences/preferences.ts";
import {
  createPresence,
  expirePresence,
  hearPresence,
  PresencePort,
  storeLastSeen,
} from "./presence/presence.ts";
import { userRoutes } from "./routes.ts";
import * as sql from "./users.sql.ts";

/** Every 10 s: users without a socket for 60 s are offline (docs/rules/jobs.md#periods). */
const presenceJob = defineJob({ name: "presence", every: { seconds: 10 }, run: expirePresence });

export const users = defineFeature({
  name: "users",
  companyTables: ["login"],
  directory: loginsOf,
  providerRows: [copiedSuperUsers],
  routes: userRoutes,
  jobs: [presenceJob],
  listen(installation) {
    installation.ports.add(AuditListsPort, "user", { queues: sql.queuesForAudit });
    installation.ports.plug(PresencePort, createPresence(installation.clock));
    installation.ports.plug(CurrentPasswordPort, createCurrentPasswordLimit(installation));
    installation.ports.plug(FirstAdminPort, {
      hash: hashChecked,
      claim: loginClaim,
      add(tenant, reserved, { name, email, passwordHash }) {
        addHashed(tenant, reserved, { name, email, profile: "admin" }, passwordHash, { super: false });
      },
    });
    broadcastUsers(installation);
    followDistribution(installation);
    followPreferences(installation);
  },
  onPresence: hearPresence,
  onFrame(installation, who, frame) {
    if (frame.t === "userStatus") storeLastSeen(installation.tenants.open(who.groupId), who.userId);
  },
});
