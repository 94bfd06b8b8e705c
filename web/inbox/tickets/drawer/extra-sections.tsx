import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { starTexts } from "#web/inbox/messages/stars/locales/index.ts";
import { ClocksSection } from "#web/inbox/tickets/sla/clocks-section.tsx";
import { slaTexts } from "#web/inbox/tickets/sla/locales/index.ts";
import { StarSection } from "./star-section.tsx";

interface Props {
  readonly ticketId: number;
  readonly sla: TicketAnswer["sla"];
  readonly hasStars: boolean;
}

/** The texts are loaded together with the sections. */
export async function loadExtraSections() {
  await Promise.all([preloadTexts(starTexts), preloadTexts(slaTexts)]);
  return ExtraSections;
}

/** Sections of the ticket in the panel beside the conversation: its promised times, and the starred messages. */
function ExtraSections({ ticketId, sla, hasStars }: Props) {
  return (
    <>
      {sla ? <ClocksSection ticketId={ticketId} sla={sla} /> : null}
      {hasStars ? <StarSection ticketId={ticketId} /> : null}
    </>
  );
}
