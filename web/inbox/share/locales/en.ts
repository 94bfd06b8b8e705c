import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const en: Dictionary<typeof pt> = {
  page: {
    title: "Share",
    choose: "Choose the ticket or contact to send it to:",
    find: "Find a ticket or contact",
    contacts: "Contacts",
    files_one: "{{count}} file",
    files_other: "{{count}} files",
    nothing: "Nothing to share",
    nothingText: "Use “Share” in another app and choose {{brand}}.",
    none: "No open ticket",
    noneText: "Accept a ticket, or look for a contact by name.",
    toTickets: "Go to the tickets",
    notSent: "Nothing is sent yet: you can check it first.",
    refused: "{{name}} could not be attached",
  },
};
