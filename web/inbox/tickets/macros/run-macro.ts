import type { MacroAnswer, MacroPreview } from "#automation/macros/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { errorOfCode } from "#web/i18n/errors/error-text.ts";
import { advanceFrom } from "#web/inbox/tickets/actions/advance.ts";
import { showChanged } from "#web/inbox/tickets/actions/change-ticket.ts";
import { reopenTicket } from "#web/inbox/tickets/actions/reopen.tsx";
import { undoResolve } from "#web/inbox/tickets/actions/resolve.tsx";
import { offerUndo } from "#web/inbox/tickets/actions/undo-close.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { preferences } from "#web/lib/session/preferences.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { macroTexts } from "./locales/index.ts";
import { macroCalls } from "./macros-api.ts";

/** Whether this macro runs for the user without a preview; a problem shows it anyway. */
export const skipsPreview = ({ id }: Pick<MacroAnswer, "id">): boolean =>
  preferences.peek("macrosWithoutPreview").includes(id);

/** Remembers that this macro runs without a preview; the oldest choice is forgotten behind 200. */
export function skipPreview({ id }: Pick<MacroAnswer, "id">): void {
  const others = preferences.peek("macrosWithoutPreview").filter((other) => other !== id);
  // Offline the choice is kept in this browser and sent later.
  preferences.set({ macrosWithoutPreview: [...others, id].slice(-200) }).catch(() => undefined);
}

/** Runs a macro, shows the result, and opens the next ticket when this one left the list. Throws the errors of the call. */
export async function runMacro(
  macro: Pick<MacroAnswer, "id" | "name">,
  ticket: TicketAnswer,
  { runId, replyText }: { readonly runId: string; readonly replyText: string | undefined },
): Promise<void> {
  const changed = await macroCalls.run(macro.id, { ticketId: ticket.id, runId, replyText });
  showChanged(changed);
  if (changed.status === "closed" && ticket.status !== "closed")
    offerUndo(changed, { undo: undoResolve, reopen: reopenTicket });
  else toast.success(text(macroTexts, "run.done", { name: macro.name }));
  if (hasLeft(ticket, changed)) advanceFrom(ticket);
}

const hasLeft = (before: TicketAnswer, after: TicketAnswer): boolean =>
  after.status !== before.status
    ? after.status !== "open"
    : after.userId !== before.userId || (after.snooze?.asleep === true && before.snooze?.asleep !== true);

/** The refused action of a run, counted from 1, and why; undefined for another error. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== "ERR_MACRO_REFUSED") return undefined;
  const { index, error: code } = error.details;
  return text(macroTexts, "run.refused", { step: Number(index) + 1, reason: errorOfCode(String(code)) });
}

/** The text of the reply that may be changed; undefined without one. */
export const editableText = ({ lines }: MacroPreview): string | undefined =>
  lines.find(({ isEditable }) => isEditable)?.text;
