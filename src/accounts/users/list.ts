import { pageOfRows } from "#platform/http/page.ts";
import { fold } from "#platform/text.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { isAdmin } from "#tenants/tenant.ts";
import type { ColleagueAnswer, UserAnswer } from "./contract.ts";
import { noUser } from "./errors.ts";
import { presentUserFor } from "./present.ts";
import { countUsers, findUser, listUsers, listUsersOfQueue, type UserFilter } from "./queries.ts";

type Shown = UserAnswer | ColleagueAnswer;

const filterOf = (ctx: UserCtx, searchParam: string): UserFilter => ({
  search: fold(searchParam),
  byEmail: isAdmin(ctx.actor),
});

/** A page of the company's users, by name, with the fields that the caller may see. */
export function userPage(ctx: UserCtx, searchParam: string, pageNumber: number) {
  const { db } = ctx.tenant;
  const filter = filterOf(ctx, searchParam);
  const page = pageOfRows(countUsers(db, filter), pageNumber, (limit, offset) =>
    listUsers(ctx.tenant, filter, limit, offset),
  );
  const users = page.rows.map((user) => presentUserFor(ctx.actor, ctx.tenant, user));
  return { users, count: page.count, hasMore: page.hasMore };
}

/** Users for pickers. */
export function userList(ctx: UserCtx, searchParam: string, limit: number): readonly Shown[] {
  return listUsers(ctx.tenant, filterOf(ctx, searchParam), limit, 0).map((user) =>
    presentUserFor(ctx.actor, ctx.tenant, user),
  );
}

/** Users of one queue, for transfers. */
export function usersOfQueue(ctx: UserCtx, queueId: number): readonly Shown[] {
  return listUsersOfQueue(ctx.tenant, queueId).map((user) => presentUserFor(ctx.actor, ctx.tenant, user));
}

/** One user. Throws 404 ERR_NO_USER_FOUND. */
export function readUser(ctx: UserCtx, id: number): Shown {
  const user = findUser(ctx.tenant, id);
  if (!user) throw noUser();
  return presentUserFor(ctx.actor, ctx.tenant, user);
}
