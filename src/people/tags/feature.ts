import { TagExistsPort } from "#accounts/queues/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastTags } from "./broadcasts.ts";
import { findTag } from "./queries.ts";
import { tagRoutes } from "./routes.ts";

export const tags = defineFeature({
  name: "tags",
  routes: tagRoutes,
  listen(installation) {
    installation.ports.plug(TagExistsPort, (db, id) => findTag(db, id) !== undefined);
    broadcastTags(installation);
  },
});
