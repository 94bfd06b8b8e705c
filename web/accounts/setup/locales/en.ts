import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the first-run page, English. */
export const en = {
  page: {
    title: "Let's get everything ready",
    text: "Tell us who the administrator is and for which company. Then connect WhatsApp.",
    name: "Your name",
    email: "E-mail",
    emailHelp: "You sign in with it.",
    password: "Password",
    passwordHelp: "5 to 50 characters.",
    companyName: "Company name",
    submit: "Start",
  },
  strength: {
    weak: "Weak password: short or very common. You can use it, but another one protects better.",
    fair: "Fair password.",
    good: "Good password.",
  },
  closed: {
    title: "The setup is already complete",
    text: "This address works only once.",
    login: "Go to sign-in",
  },
  noCode: {
    title: "The code is missing from the address",
    text: "Open the complete address that the server showed when it started; it ends with a code after #.",
  },
} as const satisfies Dictionary<typeof pt>;
