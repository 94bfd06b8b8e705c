import { UserDeleted } from "#accounts/users/events.ts";
import { execute } from "#platform/db/query.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastDrafts } from "./broadcasts.ts";
import { deleteOldDrafts } from "./clean-up.ts";
import * as sql from "./drafts.sql.ts";
import { draftRoutes } from "./routes.ts";

/** Unsent texts, available on all devices of their author (docs/rules/drafts.md). */
export const drafts = defineFeature({
  name: "drafts",
  routes: draftRoutes,
  jobs: [deleteOldDrafts],
  listen(installation) {
    installation.bus.within(
      UserDeleted,
      (unit, { userId }) => void execute(unit.db, sql.deleteOfUser, { userId }),
    );
    broadcastDrafts(installation);
  },
});
