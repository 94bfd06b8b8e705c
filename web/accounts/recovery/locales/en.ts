import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of password recovery, English. */
export const en: Dictionary<typeof pt> = {
  ask: {
    title: "Forgot your password?",
    text: "Enter your e-mail and we will send a code to set a new one.",
    email: "E-mail",
    submit: "Send code",
    haveCode: "I already have a code",
    toLogin: "Back to sign in",
  },
  sent: {
    title: "Check your e-mail",
    text: "If {{email}} has an account, the code arrives in a moment. It is valid for 60 minutes.",
    again: "Send to another e-mail",
    hint: "Nothing yet? Check the spam folder too.",
    enter: "Enter the code",
  },
  reset: {
    title: "Set a new password",
    text: "Open sessions end when you save.",
    forEmail: "For {{email}}. Open sessions end when you save.",
    code: "Code from the e-mail",
    password: "New password",
    passwordHelp: "5 to 50 characters.",
    submit: "Save new password",
    wrong: "The code is invalid or has expired. Request a new one.",
    askAgain: "Request a new code",
    done: "Password changed. Sign in with the new one.",
  },
  noMail: {
    title: "Contact your administrator",
    text: "This installation does not send e-mails. Ask an administrator of your company to set a new password for you on the Users page.",
    admin: "Are you the only administrator? Ask the person who runs the server, or support.",
  },
};
