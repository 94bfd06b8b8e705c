import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import { ActionRefused, actionText, runActions } from "#automation/ticket-actions/index.ts";
import { visibleTicket } from "#inbox/tickets/index.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { MacroPreview, PreviewLine } from "./contract.ts";
import * as sql from "./macros.sql.ts";
import { visibleMacro } from "./queries.ts";

/**
 * `POST /macros/{id}/preview`: what a run would do now. The actions really run, in a transaction that is rolled back, so
 * that the texts are those of a run and a refusal is its refusal (docs/rules/macros.md#preview). Throws 404
 * ERR_NOT_FOUND, 404 ERR_NO_TICKET_FOUND.
 */
export function previewMacro(ctx: UserCtx, macroId: number, ticketId: number): MacroPreview {
  const macro = visibleMacro(ctx, macroId);
  if (!macro.active) throw notFound();
  visibleTicket(ctx, ticketId);
  try {
    return ctx.tenant.write(() => {
      throw new RolledBack(linesOf(ctx, ticketId, macro.actions));
    });
  } catch (error) {
    if (error instanceof RolledBack) return { lines: error.lines };
    throw error;
  }
}

/** Ends the transaction of a preview. */
class RolledBack extends Error {
  override readonly name = "RolledBack";
  readonly lines: PreviewLine[];
  constructor(lines: PreviewLine[]) {
    super("preview");
    this.lines = lines;
  }
}

function linesOf(ctx: UserCtx, ticketId: number, actions: readonly TicketAction[]): PreviewLine[] {
  const lines: PreviewLine[] = [];
  for (const action of actions) {
    const isEditable = !lines.some((line) => line.isEditable);
    // An action after a refused one is previewed as if the refused one were not in the list.
    lines.push(lineOf(ctx, ticketId, action, isEditable));
  }
  return lines;
}

function lineOf(ctx: UserCtx, ticketId: number, action: TicketAction, mayBeEdited: boolean): PreviewLine {
  const { db } = ctx.tenant;
  const after = queryOne(db, sql.lastMessage)?.id ?? 0;
  const named = { action: action.action, text: actionText(ctx.tenant, ticketId, action) };
  try {
    runActions(ctx, ticketId, [action]);
  } catch (error) {
    if (!(error instanceof ActionRefused)) throw error;
    return { ...named, files: [], isEditable: false, problem: error.error.code };
  }
  if (action.action !== "reply") return { ...named, files: [], isEditable: false };
  const written = queryAll(db, sql.written, { ticketId, after });
  const text = written
    .map(({ body }) => body)
    .filter((body) => body !== "")
    .join("\n\n");
  const files = written.flatMap(({ file }) => (file === null ? [] : [file]));
  const isTemplate = written.some((one) => one.isTemplate === 1);
  return { action: "reply", text, files, isEditable: mayBeEdited && !isTemplate && text !== "" };
}
