import { UserDeleted } from "#accounts/users/events.ts";
import { MediaReadersPort } from "#channels/media/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastQuickReplies } from "./broadcasts.ts";
import { canSee } from "./policy.ts";
import { ownerOfFile } from "./queries.ts";
import { forgetPrivateOnes } from "./remove.ts";
import { quickReplyRoutes } from "./routes.ts";

export const quickReplies = defineFeature({
  name: "quick-replies",
  routes: quickReplyRoutes,
  listen(installation) {
    const { ports, bus } = installation;
    ports.use(MediaReadersPort).push(({ tenant, actor }, fileId) => {
      const shown = ownerOfFile(tenant.db, fileId);
      return shown !== undefined && canSee(actor, shown);
    });
    bus.within(UserDeleted, (unit, { userId }) => forgetPrivateOnes(unit, userId));
    broadcastQuickReplies(installation);
  },
});
