import { createHub, type Hub, type HubOptions } from "#platform/realtime/hub.ts";
import type { Feature } from "./feature.ts";
import type { Installation } from "./installation.ts";
import type { Plan } from "./tenant.ts";
import { type Viewer, WatchPort } from "./viewer.ts";

/**
 * What whoever may only pay still hears: the payment, that the due date was moved, that the account is in use elsewhere
 * (docs/rules/users.md#presence).
 */
const BILLING_CHANNELS: ReadonlySet<string> = new Set(["payment", "subscription", "company", "auth"]);

/** Channels of features that a plan may not include; nothing of them is told without it, not even what was missed. */
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
 * The live sockets of this process, with what the features want to hear of them. A company with a socket stays open.
 */
export function createLiveHub(
  installation: Installation,
  features: readonly Feature[],
  rights: Pick<HubOptions<Viewer>, "authenticate" | "reload">,
): Hub<Viewer> {
  const { tenants, ports, clock } = installation;
  const holds = new Map<string, () => void>();
  return createHub<Viewer>({
    clock,
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
