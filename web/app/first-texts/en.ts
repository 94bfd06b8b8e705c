import { en as shell } from "#web/app/locales/en.ts";
import { en as contacts } from "#web/contacts/locales/en.ts";
import { en as common } from "#web/i18n/locales/en.ts";
import { en as messages } from "#web/messages/locales/en.ts";
import { en as tickets } from "#web/tickets/locales/en.ts";

/** Everything the first page says, in one file. */
export const texts = { common, shell, tickets, messages, contacts };
