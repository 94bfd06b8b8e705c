import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the sign-up, English. */
export const en = {
  page: {
    title: "Create your account",
    text: "Try it free for 3 days. No card needed.",
    steps: "Sign-up steps",
    back: "Back",
    next: "Continue",
    create: "Create account",
    haveAccount: "I already have an account",
    trial: "The free trial lasts 3 days; paying now is optional.",
    agree: "By creating the account you accept:",
    term: "Terms of use",
    privacy: "Privacy policy",
    loadFailed: "The plans could not be loaded",
  },
  step: {
    data: "Details",
    plan: "Customize",
    review: "Review",
    payment: "Payment",
  },
  data: {
    name: "Company name",
    adminName: "Your name",
    adminNameHelp: "Customers see it in your messages.",
    phone: "WhatsApp",
    email: "E-mail",
    emailHelp: "You sign in with it.",
    password: "Password",
    passwordHelp: "5 to 50 characters.",
  },
  plan: {
    label: "Plan",
    perMonth: "{{value}} per month",
    free: "Free",
    storage: "{{storage}} for files",
    storageFree: "unlimited files",
    users_one: "{{count}} user",
    users_other: "{{count}} users",
    connections_one: "{{count}} connection",
    connections_other: "{{count}} connections",
    queues_one: "{{count}} queue",
    queues_other: "{{count}} queues",
  },
  feature: {
    useCampaigns: "Campaigns",
    useKanban: "Kanban",
    useOpenAi: "Artificial intelligence",
    useIntegrations: "Integrations",
    useSchedules: "Scheduled messages",
    useInternalChat: "Internal chat",
    useExternalApi: "API",
  },
  payment: {
    ready: "Your account is ready!",
    until: "The free trial lasts until {{date}}.",
    now: "Pay now by Pix",
    later: "Pay later",
  },
  confirm: {
    made: "Account created. Confirm your e-mail to sign in.",
    text: "We sent a link to {{email}}. Open it before you sign in for the first time.",
    toLogin: "Go to sign-in",
  },
  done: {
    mayLogIn: "You can sign in now!",
    failed: "The user could not be created. Check the data you entered.",
  },
  closed: {
    title: "Sign-up is closed",
    text: "Accounts cannot be created here at the moment. Contact support.",
    login: "Go to sign-in",
  },
} as const satisfies Dictionary<typeof pt>;
