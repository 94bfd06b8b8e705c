import type * as v from "valibot";
import type { Cells } from "#platform/cells.ts";
import { queryAll } from "#platform/db/query.ts";
import { AppError } from "#platform/errors.ts";
import { askOtherCells } from "#platform/http/cells/ask-cells.ts";
import type { Installation } from "#tenants/installation.ts";
import { providerCopyId } from "#tenants/provider.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { PlanPage, PlanUse } from "./contract.ts";
import * as sql from "./plans.sql.ts";
import { companiesOf, isPlanUsed } from "./queries.ts";
import { planInUse } from "./write.ts";

/** Plans are shared rows, their companies are in all cells (docs/rules/cells.md#lists). */

/** The page of one cell, with the companies of all its plans. */
export interface PlanPart extends v.InferOutput<typeof PlanPage> {
  readonly counts?: readonly { readonly planId: number; readonly companies: number }[];
}

/** The page of the first cell, which is the home cell if it answers, with the companies of all cells. */
export function mergePlans(parts: readonly PlanPart[]): v.InferOutput<typeof PlanPage> {
  const counts = new Map<number, number>();
  for (const { planId, companies } of parts.flatMap((part) => part.counts ?? []))
    counts.set(planId, (counts.get(planId) ?? 0) + companies);
  const { plans = [], count = 0, hasMore = false } = parts[0] ?? {};
  return { plans: plans.map((plan) => ({ ...plan, companies: counts.get(plan.id) ?? 0 })), count, hasMore };
}

/** Companies of this cell, by plan. */
export const companiesByPlan = ({ system, cells }: Installation): NonNullable<PlanPart["counts"]> =>
  queryAll(system, sql.countByPlan, { copy: providerCopyId({ cells }) });

/** How the companies of this cell use a plan. */
export const planUse = (installation: Installation, id: number): PlanUse => ({
  companies: companiesOf(installation, id),
  isUsed: isPlanUsed(installation.system, id),
});

interface Asking {
  readonly ctx: UserCtx;
  readonly request: Request;
  readonly ip: string;
  readonly https: boolean;
}

/** How the companies of the other cells use a plan; cells that do not answer are left out. */
export async function planUseElsewhere(
  { ctx, request, ip, https }: Asking,
  id: number,
): Promise<readonly PlanUse[]> {
  const { cells, clock } = ctx.tenant.installation;
  if (cells.all().length === 1) return [];
  const host = request.headers.get("host") ?? "";
  const asking = { cells, after: clock.after };
  const path = `/api/plans/${id}/companies`;
  const answers = await askOtherCells(asking, request, { ip, https, host }, { path });
  return [...answers.values()].flatMap((answer) =>
    answer?.status === 200 ? [JSON.parse(new TextDecoder().decode(answer.body)) as PlanUse] : [],
  );
}

/** Throws 409 ERR_PLAN_IN_USE when a company of another cell has the plan, 503 ERR_NOT_DURABLE unless every cell has answered. */
export function refuseUsedElsewhere(others: readonly PlanUse[], cells: Pick<Cells, "all">): void {
  if (others.some(({ isUsed }) => isUsed)) throw planInUse();
  if (others.length < cells.all().length - 1)
    throw new AppError(503, "ERR_NOT_DURABLE", { retryAfterSeconds: 1 });
}
