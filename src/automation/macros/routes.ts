import { TicketAnswer } from "#inbox/tickets/contract.ts";
import { LARGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { batchedWrite } from "#tenants/batched-write.ts";
import { route } from "#tenants/route.ts";
import {
  MacroAnswer,
  MacroBody,
  MacroList,
  MacroListQuery,
  MacroPreview,
  PreviewBody,
  RunBody,
  UpdateMacroBody,
} from "./contract.ts";
import { previewMacro } from "./preview.ts";
import { listMacros, presentMacro } from "./queries.ts";
import { runMacro } from "./run.ts";
import { createMacro, deleteMacro, updateMacro } from "./save.ts";

/** Routes of docs/rules/macros.md. */
export const macroRoutes = [
  route({
    method: "GET",
    path: "/macros",
    summary: "The shared macros and the caller's own ones; with `ticketId` those that can be run there",
    query: MacroListQuery,
    answer: MacroList,
    handle: ({ ctx, query }) => ({ macros: listMacros(ctx, query.ticketId) }),
  }),
  route({
    method: "POST",
    path: "/macros",
    audit: "macro.created",
    summary: "Create a macro; a shared one by admins",
    body: MacroBody,
    maxBodyBytes: 6 * LARGE_BODY_BYTES,
    answer: MacroAnswer,
    handle: ({ ctx, body }) => presentMacro(ctx.tenant, createMacro(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/macros/:id",
    audit: "macro.changed",
    summary: "Change a macro",
    params: IdParams,
    body: UpdateMacroBody,
    maxBodyBytes: 6 * LARGE_BODY_BYTES,
    answer: MacroAnswer,
    handle: ({ ctx, params, body }) => presentMacro(ctx.tenant, updateMacro(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/macros/:id",
    audit: "macro.removed",
    summary: "Delete a macro",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteMacro(ctx, params.id);
      return { message: "macro deleted" };
    },
  }),
  route({
    method: "POST",
    path: "/macros/:id/preview",
    unaudited: "stores nothing",
    summary: "Preview of a macro on a ticket, with the reasons for refused actions",
    params: IdParams,
    body: PreviewBody,
    answer: MacroPreview,
    handle: ({ ctx, params, body }) => previewMacro(ctx, params.id, body.ticketId),
  }),
  route({
    method: "POST",
    path: "/macros/:id/run",
    unaudited: "the history of the ticket records it",
    summary: "Run a macro on a ticket: all of its actions or none; the same `runId` runs once",
    params: IdParams,
    body: RunBody,
    answer: TicketAnswer,
    handle: ({ ctx, params, body }) => batchedWrite(ctx.tenant, () => runMacro(ctx, params.id, body)),
  }),
];
