import { startFollowUp } from "#inbox/follow-ups/index.ts";
import { createFollowUp } from "#inbox/follow-ups/save.ts";
import { recordOutgoingMessage, storedTicket } from "#inbox/tickets/index.ts";
import { updateTicket } from "#inbox/tickets/transitions/update.ts";
import { one } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { insertPastMessage } from "./past.ts";

const QUESTION = "Conseguiu ver a proposta? Posso reservar para esta semana.";

/** Creates a shared follow-up, and starts it in a ticket whose customer has not answered the attendant's question. */
export function askAgain(admin: UserCtx, [attendant]: readonly UserCtx[]): void {
  if (!attendant) return;
  const { id: followUpId } = createFollowUp(admin, {
    name: "Retomar proposta",
    shared: true,
    steps: [
      step(24, "Oi, {{firstName}}! Ficou alguma dúvida sobre a proposta?"),
      step(72, "{{firstName}}, ainda posso segurar esse valor até amanhã. Vamos fechar?"),
    ],
    ending: { action: "resolve_silent", waitMinutes: 2 * 24 * 60 },
    onlyInHours: true,
  });
  const { tenant, actor } = attendant;
  const lastTicket = "SELECT id FROM ticket WHERE user_id = ? AND is_group = 0 ORDER BY id DESC LIMIT 1";
  const { id } = one<{ id: number }>(tenant.db, lastTicket, actor.id) ?? {};
  if (id === undefined) return;
  updateTicket(attendant, id, { status: "open", userId: actor.id });
  tenant.write((unit) => {
    const ticket = storedTicket(unit.db, id);
    const messageId = insertPastMessage(unit, ticket, QUESTION, attendant);
    recordOutgoingMessage(unit, ticket, {
      ...{ messageId, preview: QUESTION, mediaType: null },
      ...{ human: true, userId: actor.id },
    });
  });
  startFollowUp(attendant, id, { followUpId, snooze: false });
}

const step = (waitHours: number, text: string) => ({
  ...{ waitMinutes: waitHours * 60, text },
  ...{ fileId: null, awaitsFile: false, template: null },
});
