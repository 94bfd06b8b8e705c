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
    summary: "Contact data of the provider, for questions about plans and invoices",
    answer: ProviderContact,
    handle: ({ ctx }) => providerContact(ctx.tenant.installation),
  }),
  route({
    method: "POST",
    path: "/subscription",
    audit: "subscription.created",
    access: "billing",
    summary: "Create the Pix charge of an open invoice; with a plan, its invoice is issued first",
    body: SubscriptionBody,
    answer: SubscriptionAnswer,
    handle: ({ ctx, body }) => subscribe(ctx, body),
  }),
  route({
    method: "POST",
    path: "/subscription/webhook",
    audit: "gateway.connected",
    access: "super",
    summary: "Register the webhook URL at the payment gateway",
    answer: MessageAnswer,
    async handle({ ctx }) {
      await setUpWebhook(ctx);
      return { message: "webhook set up" };
    },
  }),
];
