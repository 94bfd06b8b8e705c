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
    done: "E-mail confirmed. You can sign in now!",
    wrong:
      "This link was used, replaced by another one or has expired. Sign in with e-mail and password to get a new one.",
    toLogin: "Go to login",
  },
};
