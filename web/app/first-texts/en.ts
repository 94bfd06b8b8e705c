import server from "#inbox/messages/locales/en.json";
import shell from "#web/app/locales/en.json";
import common from "#web/i18n/locales/en.json";
import messages from "#web/inbox/messages/locales/en.json";
import tickets from "#web/inbox/tickets/locales/en.json";
import contacts from "#web/people/contacts/locales/en.json";

/** The texts of the first page, in one file. */
export const texts = { common, shell, tickets, messages: { ...messages, ...server }, contacts };
