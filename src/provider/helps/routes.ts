import * as v from "valibot";
import { IdParams, MessageAnswer, PageNumber, SearchParam } from "#platform/http/contract.ts";
import { LIST_SIZE, pageOfRows } from "#platform/http/page.ts";
import { fold } from "#platform/text.ts";
import { route } from "#tenants/route.ts";
import {
  HelpAnswer,
  HelpBody,
  HelpPage,
  ReleaseNotes,
  ReleaseNotesQuery,
  UpdateHelpBody,
} from "./contract.ts";
import { presentHelp } from "./present.ts";
import { countHelps, listHelps } from "./queries.ts";
import { releaseNotes } from "./release-notes.ts";
import { createHelp, deleteHelp, updateHelp } from "./write.ts";

export const helpRoutes = [
  route({
    method: "GET",
    path: "/release-notes",
    summary: "Release notes of the product",
    query: ReleaseNotesQuery,
    answer: ReleaseNotes,
    handle: ({ query }) => releaseNotes(query.language),
  }),
  route({
    method: "GET",
    path: "/helps",
    summary: "A page of the provider's help videos",
    query: v.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: HelpPage,
    handle({ ctx, query }) {
      const { system } = ctx.tenant.installation;
      const search = fold(query.searchParam);
      const { rows, ...page } = pageOfRows(countHelps(system, search), query.pageNumber, (limit, offset) =>
        listHelps(system, search, limit, offset),
      );
      return { records: rows.map(presentHelp), ...page };
    },
  }),
  route({
    method: "GET",
    path: "/helps/list",
    summary: "All help videos",
    query: v.object({ searchParam: SearchParam }),
    answer: v.array(HelpAnswer),
    handle: ({ ctx, query }) =>
      listHelps(ctx.tenant.installation.system, fold(query.searchParam), LIST_SIZE).map(presentHelp),
  }),
  route({
    method: "POST",
    path: "/helps",
    audit: "help.created",
    access: "super",
    cell: "home",
    summary: "Add a help video",
    body: HelpBody,
    answer: HelpAnswer,
    handle: ({ ctx, body }) => presentHelp(createHelp(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/helps/:id",
    audit: "help.changed",
    access: "super",
    cell: "home",
    summary: "Change a help video",
    params: IdParams,
    body: UpdateHelpBody,
    answer: HelpAnswer,
    handle: ({ ctx, params, body }) => presentHelp(updateHelp(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/helps/:id",
    audit: "help.removed",
    access: "super",
    cell: "home",
    summary: "Delete a help video",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteHelp(ctx, params.id);
      return { message: "help deleted" };
    },
  }),
];
