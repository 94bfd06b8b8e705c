import { MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { setUpWebhook } from "./charges/set-up-webhook.ts";
import { ProviderContact, SubscriptionAnswer, SubscriptionBody } from "./contract.ts";
import { providerContact } from "./invoices/due-date-of-company.ts";
import { subscribe } from "./subscribe.ts";

export const subscriptionRoutes = [
  route({
    method: "GET",
    path: "/subscription/contact",
    access: "billing",
    summary: "How to reach the provider, to subscribe or to ask about a bill",
    answer: ProviderContact,
    handle: ({ ctx }) => providerContact(ctx.tenant.installation),
  }),
  route({
    method: "POST",
    path: "/subscription",
    audit: "subscription.created",
    access: "billing",
    summary: "Pix of an open invoice; with a plan instead, its invoice is made first",
    body: SubscriptionBody,
    answer: SubscriptionAnswer,
    handle: ({ ctx, body }) => subscribe(ctx, body),
  }),
  route({
    method: "POST",
    path: "/subscription/webhook",
    audit: "gateway.connected",
    access: "super",
    summary: "Tell the payment gateway where to call",
    answer: MessageAnswer,
    async handle({ ctx }) {
      await setUpWebhook(ctx);
      return { message: "webhook set up" };
    },
  }),
];
