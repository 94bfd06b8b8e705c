import { pt as shell } from "#web/app/locales/pt.ts";
import { pt as common } from "#web/i18n/locales/pt.ts";
import { pt as messages } from "#web/inbox/messages/locales/pt.ts";
import { pt as tickets } from "#web/inbox/tickets/locales/pt.ts";
import { pt as contacts } from "#web/people/contacts/locales/pt.ts";

/** Everything the first page says, in one file. */
export const texts = { common, shell, tickets, messages, contacts };
