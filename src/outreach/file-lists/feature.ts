import { MediaReadersPort } from "#channels/media/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastFileLists } from "./broadcasts.ts";
import { isListFile } from "./queries.ts";
import { fileListRoutes } from "./routes.ts";

export const fileLists = defineFeature({
  name: "file-lists",
  routes: fileListRoutes,
  listen(installation) {
    installation.ports
      .use(MediaReadersPort)
      .push(({ tenant, actor }, fileId) => actor.profile === "admin" && isListFile(tenant.db, fileId));
    broadcastFileLists(installation);
  },
});
