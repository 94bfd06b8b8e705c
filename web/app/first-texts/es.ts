import { es as shell } from "#web/app/locales/es.ts";
import { es as contacts } from "#web/contacts/locales/es.ts";
import { es as common } from "#web/i18n/locales/es.ts";
import { es as messages } from "#web/messages/locales/es.ts";
import { es as tickets } from "#web/tickets/locales/es.ts";

/** Everything the first page says, in one file. */
export const texts = { common, shell, tickets, messages, contacts };
