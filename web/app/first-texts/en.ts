import { en as shell } from "#web/app/locales/en.ts";
import { en as common } from "#web/i18n/locales/en.ts";
import { en as messages } from "#web/inbox/messages/locales/en.ts";
import { en as tickets } from "#web/inbox/tickets/locales/en.ts";
import { en as contacts } from "#web/people/contacts/locales/en.ts";

/** Everything the first page says, in one file. */
export const texts = { common, shell, tickets, messages, contacts };
