import { UserDeleted } from "#accounts/users/events.ts";
import { defineFeature } from "#tenants/feature.ts";
import { pictureMount, pictureStore } from "./picture-store.ts";
import { forgetReader } from "./read.ts";
import { announcementRoutes } from "./routes.ts";
import { sharedAnnouncements } from "./shared.ts";

/** Announcements of the provider, which the users of all companies read (docs/rules/team.md#announcements). */
export const announcements = defineFeature({
  name: "announcements",
  companyTables: ["announcement_read"],
  sharedTables: [sharedAnnouncements],
  routes: announcementRoutes,
  mounts: [pictureMount],
  listen(installation) {
    installation.bus.after(UserDeleted, (tenant, { userId }) =>
      forgetReader(installation, tenant.id, userId),
    );
  },
  // Deletes partial uploads left by a crash.
  start: (installation) => pictureStore(installation).sweep(),
});
