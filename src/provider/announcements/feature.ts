import { UserDeleted } from "#accounts/users/events.ts";
import { defineFeature } from "#tenants/feature.ts";
import { pictureMount } from "./mount.ts";
import { pictureStore } from "./picture-store.ts";
import { forgetReader } from "./read.ts";
import { announcementRoutes } from "./routes.ts";

/** Shared by all companies: the provider writes them, all users read them (docs/rules/team.md#announcements). */
export const announcements = defineFeature({
  name: "announcements",
  companyTables: ["announcement_read"],
  routes: announcementRoutes,
  mounts: [pictureMount],
  listen(installation) {
    installation.bus.after(UserDeleted, (tenant, { userId }) =>
      forgetReader(installation, tenant.id, userId),
    );
  },
  // Partial uploads of a crash.
  start: (installation) => pictureStore(installation).sweep(),
});
