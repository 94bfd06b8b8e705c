import { createHub, type Hub, type HubOptions } from "#platform/realtime/hub.ts";
import type { Feature } from "./feature.ts";
import type { Installation } from "./installation.ts";
import type { Plan } from "./tenant.ts";
import { type Viewer, WatchPort } from "./viewer.ts";

/**
 * Channels of users with a billing token: the payment, the new due date, the account in use elsewhere
 * (docs/rules/users.md#presence).
 */
const BILLING_CHANNELS: ReadonlySet<string> = new Set(["payment", "subscription", "company", "auth"]);

/** Channels of features that a plan may not include; without it their events, missed ones too, are not sent. */
const PLAN_CHANNELS: Readonly<Record<string, Exclude<keyof Plan, "id" | "name">>> = {
  campaign: "useCampaigns",
  ContactList: "useCampaigns",
  ContactListItem: "useCampaigns",
  schedule: "useSchedules",
  chat: "useInternalChat",
  "chat-user": "useInternalChat",
  prompt: "useOpenAi",
  queueIntegration: "useIntegrations",
};
const isPlanned = ({ plan }: Viewer, channel: string): boolean => {
  const flag = PLAN_CHANNELS[channel.replace(/-\d+$/, "")];
  return flag === undefined || plan === undefined || plan[flag] === true;
};

/**
 * Creates the hub of this process and passes its frames to the features. A company with a socket stays open.
 */
export function createLiveHub(
  installation: Installation,
  features: readonly Feature[],
  rights: Pick<HubOptions<Viewer>, "authenticate" | "reload" | "elsewhere">,
): Hub<Viewer> {
  const { tenants, ports, clock } = installation;
  const holds = new Map<string, () => void>();
  return createHub<Viewer>({
    clock,
    ...(installation.cell && { epoch: installation.cell.epoch }),
    limitSockets: installation.config.rateLimits,
    ...rights,
    mayWatch: ({ groupId, viewer }, ticketId) =>
      !viewer.billingOnly && ports.use(WatchPort)(tenants.open(groupId), viewer, ticketId),
    mayReceive: (viewer, channel) =>
      viewer.billingOnly ? BILLING_CHANNELS.has(channel) : isPlanned(viewer, channel),
    onFrame(who, frame) {
      if (who.viewer.billingOnly) return;
      for (const feature of features) feature.onFrame?.(installation, who, frame);
    },
    onPresence(who, sockets) {
      const key = `${who.groupId}:${who.userId}`;
      if (sockets > 0) holds.set(key, tenants.open(who.groupId).keepOpen());
      for (const feature of features) feature.onPresence?.(installation, who, sockets);
      if (sockets === 0) {
        holds.get(key)?.();
        holds.delete(key);
      }
    },
  });
}
