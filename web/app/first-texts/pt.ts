import server from "#inbox/messages/locales/pt.json";
import shell from "#web/app/locales/pt.json";
import common from "#web/i18n/locales/pt.json";
import messages from "#web/inbox/messages/locales/pt.json";
import tickets from "#web/inbox/tickets/locales/pt.json";
import contacts from "#web/people/contacts/locales/pt.json";

/** The texts of the first page, in one file. */
export const texts = { common, shell, tickets, messages: { ...messages, ...server }, contacts };
