import { notFound } from "#platform/errors.ts";
import { MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { PushBody, PushState, PushTestAnswer } from "./contract.ts";
import { deviceOf, forgetSession, keepDevice } from "./devices.ts";
import { sendTo } from "./send.ts";
import { vapidKey } from "./vapid.ts";

export const pushRoutes = [
  route({
    method: "GET",
    path: "/push",
    summary: "Whether the caller's device gets push notifications, and the key to subscribe with",
    answer: PushState,
    handle({ ctx: { tenant, actor } }) {
      const device = deviceOf(tenant, actor.sessionId);
      return {
        publicKey: vapidKey(tenant.installation).publicKey,
        device: device ? { preview: device.preview } : null,
      };
    },
  }),
  route({
    method: "PUT",
    path: "/push",
    unaudited: "changes only the caller's own marks",
    summary: "Subscribe the caller's device to push notifications",
    body: PushBody,
    answer: MessageAnswer,
    async handle({ ctx, body }) {
      await keepDevice(ctx, body);
      return { message: "device kept" };
    },
  }),
  route({
    method: "DELETE",
    path: "/push",
    unaudited: "changes only the caller's own marks",
    summary: "Unsubscribe the caller's device from push notifications",
    answer: MessageAnswer,
    handle({ ctx: { tenant, actor } }) {
      tenant.write((unit) => forgetSession(unit, actor.sessionId));
      return { message: "device forgotten" };
    },
  }),
  route({
    method: "POST",
    path: "/push/test",
    unaudited: "stores nothing",
    summary: "Send a notification to the caller's device now",
    answer: PushTestAnswer,
    async handle({ ctx: { tenant, actor } }) {
      const device = deviceOf(tenant, actor.sessionId);
      if (!device) throw notFound();
      return { outcome: await sendTo(tenant, device, { kind: "test", language: device.language }) };
    },
  }),
];
