import { AuditListsPort } from "#accounts/audit/index.ts";
import { FirstAdminPort } from "#accounts/companies/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastUsers } from "./broadcasts.ts";
import { addHashed, hashChecked } from "./create.ts";
import { presenceJob } from "./jobs.ts";
import { followDistribution } from "./listeners.ts";
import { CurrentPasswordPort, createCurrentPasswordLimit } from "./logins/current-password.ts";
import { hearPresence, storeLastSeen } from "./presence/attendance.ts";
import { createPresence, PresencePort } from "./presence/presence.ts";
import { userRoutes } from "./routes.ts";
import * as sql from "./users.sql.ts";

export const users = defineFeature({
  name: "users",
  companyTables: ["login"],
  routes: userRoutes,
  jobs: [presenceJob],
  listen(installation) {
    installation.ports.add(AuditListsPort, "user", { queues: sql.queuesForAudit });
    installation.ports.plug(PresencePort, createPresence(installation.clock));
    installation.ports.plug(CurrentPasswordPort, createCurrentPasswordLimit(installation));
    installation.ports.plug(FirstAdminPort, {
      hash: hashChecked,
      add(tenant, { name, email, passwordHash }) {
        addHashed(tenant, { name, email, profile: "admin" }, passwordHash, { super: false });
      },
    });
    broadcastUsers(installation);
    followDistribution(installation);
  },
  onPresence: hearPresence,
  onFrame(installation, who, frame) {
    if (frame.t === "userStatus") storeLastSeen(installation.tenants.open(who.groupId), who.userId);
  },
});
