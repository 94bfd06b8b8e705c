import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort, type Viewer, type ViewerBroadcast } from "#tenants/viewer.ts";
import type { ChatAnswer } from "./contract.ts";
import { ChatDeleted, ChatMessageChanged, ChatMessageCreated, ChatRead, ChatSaved } from "./events.ts";
import { presentChat, presentChatMessages } from "./present.ts";
import { findChat, isMember, memberIds } from "./queries.ts";

/**
 * Channels `chat` (messages and changes of a chat, to its members) and `chat-user-{userId}` (a user's list of chats);
 * docs/rules/realtime.md#channels.
 */
export function broadcastChats({ live, ports, tenants }: Installation): void {
  const publish = (tenant: Tenant, broadcasts: readonly ViewerBroadcast[]) => {
    // If the company's plan does not include chats, nothing is broadcast.
    if (tenant.company.plan.useInternalChat) ports.use(RealtimePort).publish(tenant.id, broadcasts);
  };
  /**
   * Users who were members at the event and still are: removed members get no events, not even those they missed while
   * disconnected.
   */
  const members = ({ id, db }: Tenant, chatId: number) => {
    const then = new Set(memberIds(db, chatId));
    return (viewer: Viewer) => then.has(viewer.id) && isMember(tenants.open(id).db, chatId, viewer.id);
  };
  const shown = (tenant: Tenant, chatId: number): ChatAnswer | undefined => {
    const row = findChat(tenant.db, chatId);
    return row && presentChat(tenant, row);
  };
  const toMembers = (tenant: Tenant, chatId: number, more: Record<string, unknown>, action = "update") => {
    const chat = shown(tenant, chatId);
    if (!chat) return;
    publish(tenant, [
      { channel: "chat", data: { action, ...more, chat }, audience: members(tenant, chatId) },
    ]);
  };

  live.after(ChatMessageCreated, (tenant, { chatId, messageId }) => {
    const [newMessage] = presentChatMessages(tenant, [messageId]);
    if (newMessage) toMembers(tenant, chatId, { newMessage }, "new-message");
  });
  live.after(ChatMessageChanged, (tenant, { chatId, messageId }) => {
    const [message] = presentChatMessages(tenant, [messageId]);
    if (message) toMembers(tenant, chatId, { message });
  });
  live.after(ChatRead, (tenant, { chatId }) => toMembers(tenant, chatId, {}));
  live.after(ChatSaved, (tenant, { chatId, before, after }) => {
    const record = shown(tenant, chatId);
    if (!record) return;
    toMembers(tenant, chatId, {});
    publish(tenant, [
      ...after.map((userId) =>
        ofUser(userId, { action: before.includes(userId) ? "update" : "create", record }),
      ),
      ...before.filter((userId) => !after.includes(userId)).map((userId) => goneFor(userId, chatId)),
    ]);
  });
  live.after(ChatDeleted, (tenant, { chatId, members: lost }) =>
    publish(
      tenant,
      lost.map((userId) => goneFor(userId, chatId)),
    ),
  );
}

const ofUser = (userId: number, data: ViewerBroadcast["data"]): ViewerBroadcast => ({
  channel: `chat-user-${userId}`,
  data,
  audience: (viewer) => viewer.id === userId,
});
const goneFor = (userId: number, id: number) => ofUser(userId, { action: "delete", id });
