import { AuditListsPort } from "#accounts/audit/index.ts";
import { UserDeleted } from "#accounts/users/events.ts";
import { MediaReadersPort } from "#channels/media/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import * as sql from "./audit.sql.ts";
import { broadcastChats } from "./broadcasts.ts";
import { mayReadChatFile } from "./files.ts";
import { chatMessageRoutes } from "./message-routes.ts";
import { isMember } from "./queries.ts";
import { markChatRead } from "./read.ts";
import { forgetMember } from "./remove.ts";
import { chatRoutes } from "./routes.ts";

export const chats = defineFeature({
  name: "chats",
  routes: [...chatRoutes, ...chatMessageRoutes],
  listen(installation) {
    const { ports, bus } = installation;
    ports.add(AuditListsPort, "chat", { users: sql.membersForAudit });
    ports.use(MediaReadersPort).push(mayReadChatFile);
    bus.within(UserDeleted, (unit, { userId }) => forgetMember(unit, userId));
    broadcastChats(installation);
  },
  onFrame(installation, { groupId, viewer }, frame) {
    if (frame.t !== "joinChat") return;
    const tenant = installation.tenants.open(groupId);
    // Rejected without an answer for non-members (docs/rules/realtime.md#frames), and if the plan does not include
    // chats.
    if (!tenant.company.plan.useInternalChat || !isMember(tenant.db, frame.chatId, viewer.id)) return;
    markChatRead({ tenant, actor: viewer }, frame.chatId);
  },
});
