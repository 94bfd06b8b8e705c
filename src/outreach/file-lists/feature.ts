import { AuditListsPort } from "#accounts/audit/index.ts";
import { MediaReadersPort } from "#channels/media/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastFileLists } from "./broadcasts.ts";
import * as sql from "./file-lists.sql.ts";
import { isListFile } from "./queries.ts";
import { fileListRoutes } from "./routes.ts";

export const fileLists = defineFeature({
  name: "file-lists",
  routes: fileListRoutes,
  listen(installation) {
    installation.ports.add(AuditListsPort, "file-list", { options: sql.optionsForAudit });
    installation.ports
      .use(MediaReadersPort)
      .push(({ tenant, actor }, fileId) => actor.profile === "admin" && isListFile(tenant.db, fileId));
    broadcastFileLists(installation);
  },
});
