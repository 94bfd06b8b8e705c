import * as v from "valibot";
import { PageNumber, SearchParam } from "#platform/http/contract.ts";
import { LIST_SIZE, pageOfRows } from "#platform/http/page.ts";
import { fold } from "#platform/text.ts";
import { route } from "#tenants/route.ts";
import { HelpAnswer, HelpPage } from "./contract.ts";
import { presentHelp } from "./present.ts";
import { countHelps, listHelps } from "./queries.ts";

export const helpRoutes = [
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
];
