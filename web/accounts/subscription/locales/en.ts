import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the subscription, English. */
export const en = {
  page: {
    title: "Subscription",
    trial_one: "Your trial ends in {{count}} day",
    trial_other: "Your trial ends in {{count}} days",
    trialToday: "Your trial ends today",
    trialOver: "Your trial is over",
    email: "Billing e-mail",
    plan: "Plan",
    perMonth: "{{value}} per month",
    storage: "Space for files",
    storageFree: "No limit",
    due: "Due date",
    pay: "Pay invoice",
    contact: "Get in touch",
    contactText: "Tell us what your company needs. We will reply with the next steps to subscribe.",
    contactSubject: "Hello! I would like to subscribe for {{company}}.",
    subscribe: "Subscribe now!",
    nothing: "There is nothing to pay now. The next invoice appears here 20 days before the due date.",
    free: "There is nothing to pay: this subscription is free.",
    loadFailed: "The subscription could not be loaded",
  },
  expired: {
    title: "Subscription expired",
    past: "Oops! Your subscription expired on {{date}}. Contact Support for more information!",
    mistake: "There was a billing mistake: your last invoice is already paid. Contact support.",
    pay: "Pay now",
    again: "Check again",
    logout: "Log out",
    nothing: "No open invoice.",
  },
} as const satisfies Dictionary<typeof pt>;
