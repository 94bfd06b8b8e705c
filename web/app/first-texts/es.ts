import { es as shell } from "#web/app/locales/es.ts";
import { es as common } from "#web/i18n/locales/es.ts";
import { es as messages } from "#web/inbox/messages/locales/es.ts";
import { es as tickets } from "#web/inbox/tickets/locales/es.ts";
import { es as contacts } from "#web/people/contacts/locales/es.ts";

/** Everything the first page says, in one file. */
export const texts = { common, shell, tickets, messages, contacts };
