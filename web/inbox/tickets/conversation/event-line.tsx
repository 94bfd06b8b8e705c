import type { ReactNode } from "react";
import type { TicketEventAnswer } from "#inbox/tickets/history/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import type pt from "#web/inbox/tickets/locales/pt.json";
import { lazy } from "#web/ui/state/lazy.tsx";
import { eventText, type Names } from "./event-text.ts";

const FollowUpLine = lazy(
  async () => (await import("#web/inbox/tickets/follow-ups/load.ts")).followUpLine(),
  undefined,
  {
    isExtra: true,
  },
);

/** A ticket event for the stream and the drawer; the words of rare kinds are loaded with the first one. */
export const eventLine = (event: TicketEventAnswer, names: Names, t: Translate<typeof pt>): ReactNode =>
  event.kind.startsWith("follow_up") ? <FollowUpLine event={event} /> : eventText(event, names, t);
