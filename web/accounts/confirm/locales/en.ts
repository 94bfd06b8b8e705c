import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the confirmation of an e-mail, English. */
export const en: Dictionary<typeof pt> = {
  page: {
    title: "Confirm your e-mail",
    invited: "One tap and your account is ready to use.",
    typed: "Enter the code from the e-mail we sent.",
    code: "Code",
    submit: "Confirm e-mail",
    toLogin: "Go to login",
    toSignup: "Sign up again",
  },
  done: {
    signedIn: "E-mail confirmed. Welcome!",
    confirmed: "E-mail confirmed. Sign in with the password you chose.",
  },
  problem: {
    title: "This link did not work",
    usedTitle: "E-mail already confirmed",
    used: "This link has been used and your account is ready. Sign in with your e-mail and password.",
    replaced: "We sent a newer link to the same address. Open the most recent message.",
    expired: "This link has expired. Sign in with your e-mail and password to get another one.",
    unknown:
      "This code is not valid. Check that you copied all of it; if you signed up more than a week ago, sign up again.",
    email: "This e-mail already has an account. Sign in with it, or sign up with another e-mail.",
    plan: "The plan you chose is no longer available. Sign up again with another plan.",
    closed: "We are not accepting new accounts at the moment. Please contact support.",
  },
};
