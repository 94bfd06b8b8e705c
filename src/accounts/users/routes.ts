import * as v from "valibot";
import { companyInQuery } from "#platform/http/cells/cell-rule.ts";
import { CompanyHint, IdParams, MessageAnswer, PageNumber, SearchParam } from "#platform/http/contract.ts";
import { LIST_SIZE } from "#platform/http/page.ts";
import { inCompany } from "#tenants/in-company.ts";
import { route } from "#tenants/route.ts";
import {
  AwayBody,
  ColleagueAnswer,
  CreateUserBody,
  UpdateUserBody,
  UserAnswer,
  UserPage,
} from "./contract.ts";
import { createUser } from "./create.ts";
import { readUser, userList, userPage, usersOfQueue } from "./list.ts";
import { Preferences, PreferencesBody } from "./preferences/contract.ts";
import { preferencesOf, savePreferences } from "./preferences/preferences.ts";
import { setAway } from "./presence/presence.ts";
import { presentUser } from "./present.ts";
import { deleteUser } from "./remove.ts";
import { updateUser } from "./update.ts";

const Shown = v.union([UserAnswer, ColleagueAnswer]);

export const userRoutes = [
  route({
    method: "GET",
    path: "/users",
    summary: "A page of the company's users",
    query: v.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: UserPage,
    handle: ({ ctx, query }) => userPage(ctx, query.searchParam, query.pageNumber),
  }),
  route({
    method: "GET",
    path: "/users/list",
    cell: companyInQuery,
    summary: "Users for pickers",
    query: v.object({ searchParam: SearchParam, companyId: CompanyHint }),
    answer: v.array(Shown),
    handle: ({ ctx, query }) => userList(inCompany(ctx, query.companyId), query.searchParam, LIST_SIZE),
  }),
  route({
    method: "GET",
    path: "/users/queue/:id",
    summary: "Users of one queue",
    params: IdParams,
    answer: v.array(Shown),
    handle: ({ ctx, params }) => usersOfQueue(ctx, params.id),
  }),
  route({
    method: "PUT",
    path: "/users/me/away",
    unaudited: "changes only the caller's own marks",
    summary: "Set or clear the caller's pause",
    body: AwayBody,
    answer: UserAnswer,
    handle: ({ ctx, body }) => presentUser(ctx.tenant, setAway(ctx, body.away, body.reasonId ?? null)),
  }),
  route({
    method: "GET",
    path: "/users/me/preferences",
    notForSupport: true,
    summary: "The caller's own preferences",
    answer: Preferences,
    handle: ({ ctx: { tenant, actor } }) => preferencesOf(tenant.db, actor.id),
  }),
  route({
    method: "PUT",
    path: "/users/me/preferences",
    notForSupport: true,
    unaudited: "changes only the caller's own marks",
    summary: "Change the caller's own preferences",
    body: PreferencesBody,
    answer: Preferences,
    handle: ({ ctx, body }) => savePreferences(ctx, body),
  }),
  route({
    method: "GET",
    path: "/users/:id",
    summary: "One user",
    params: IdParams,
    answer: Shown,
    handle: ({ ctx, params }) => readUser(ctx, params.id),
  }),
  route({
    method: "POST",
    path: "/users",
    audit: "user.created",
    notForSupport: true,
    access: "admin",
    summary: "Create a user",
    body: CreateUserBody,
    answer: UserAnswer,
    handle: async ({ ctx, body }) => presentUser(ctx.tenant, await createUser(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/users/:id",
    audit: "user.changed",
    notForSupport: true,
    summary: "Change a user, or the caller's own",
    params: IdParams,
    body: UpdateUserBody,
    answer: UserAnswer,
    handle: async ({ ctx, params, body }) => presentUser(ctx.tenant, await updateUser(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/users/:id",
    audit: "user.removed",
    notForSupport: true,
    access: "admin",
    summary: "Delete a user",
    params: IdParams,
    answer: MessageAnswer,
    async handle({ ctx, params }) {
      await deleteUser(ctx, params.id);
      return { message: "user deleted" };
    },
  }),
];
