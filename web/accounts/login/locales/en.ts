import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the login page, English. */
export const en = {
  page: {
    title: "Sign in",
    welcome: "Welcome back",
    text: "Sign in to take care of your customers.",
    email: "E-mail",
    password: "Password",
    submit: "Sign in",
    forgot: "I forgot my password",
    signup: "Create an account",
    term: "Terms of use",
    privacy: "Privacy",
  },
  due: {
    soon_one: "Your subscription expires in {{count}} day",
    soon_other: "Your subscription expires in {{count}} days",
    pay: "Pay now",
    past: "Oops! Your subscription expired on {{date}}. Contact Support for more information!",
    mistake: "There was a billing mistake: your last invoice is already paid. Contact support.",
  },
  confirm: {
    waits: "Your e-mail is not confirmed yet: open the link we sent to {{email}}.",
    code: "I have a code",
    again: "Send again",
    sent: "If the account is still waiting for confirmation, a new link is on its way. Only the latest one is valid.",
  },
  setup: {
    open: "This installation has not been set up yet. Open the setup address that the server showed when it started.",
  },
} as const satisfies Dictionary<typeof pt>;
