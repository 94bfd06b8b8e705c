import server from "#inbox/messages/locales/es.json";
import shell from "#web/app/locales/es.json";
import common from "#web/i18n/locales/es.json";
import messages from "#web/inbox/messages/locales/es.json";
import tickets from "#web/inbox/tickets/locales/es.json";
import contacts from "#web/people/contacts/locales/es.json";

/** The texts of the first page, in one file. */
export const texts = { common, shell, tickets, messages: { ...messages, ...server }, contacts };
