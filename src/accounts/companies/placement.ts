import * as v from "valibot";
import { queryAll } from "#platform/db/query.ts";
import { invalidFields, notFound } from "#platform/errors.ts";
import { readJson } from "#platform/http/body/json-body.ts";
import { isPart } from "#platform/http/cells/internal-headers.ts";
import { cellForCompany, LOAD_PATH, type LoadAnswer } from "#platform/http/cells/placement.ts";
import { validate } from "#platform/http/validate.ts";
import type { Mount } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { PROVIDER_ID } from "#tenants/provider.ts";
import { sharingRole } from "#tenants/shared/role.ts";
import * as sql from "./companies.sql.ts";
import { planExists } from "./queries.ts";

/**
 * The load of this cell (docs/rules/cells.md#placement): its enabled companies and their connections. Null when it does not
 * have the plan yet.
 */
export function loadOf({ system, cells }: Installation, planId: number | null): number | null {
  if (planId !== null && !planExists(system, planId)) return null;
  let load = 0;
  for (const { id, connections } of queryAll(system, sql.activeCompanies))
    if (id !== PROVIDER_ID && cells.ofCompany(id) === cells.own) load += 1 + connections;
  return load;
}

/** The cell in which a new company with this plan is created; the own one when there is no other. */
export const cellWithRoom = async (installation: Installation, planId: number): Promise<number> =>
  installation.cells.all().length === 1
    ? installation.cells.own
    : cellForCompany(installation.cells, planId, (plan) => loadOf(installation, plan));

const Question = v.object({ planId: v.nullable(v.number()) });

/** Returns the load of this cell to other cells. Throws 404 for every other caller. */
export const loadMount: Mount = {
  prefix: LOAD_PATH,
  cell: "parts",
  async handle(installation, request, caller) {
    if (request.method !== "POST" || !isPart(request, caller)) throw notFound();
    const { planId } = validate(Question, await readJson(request));
    return Response.json({ load: loadOf(installation, planId) } satisfies LoadAnswer);
  },
};

/** Throws 400 ERR_VALIDATION when a super user named a cell that does not exist. */
export function checkNamedCell({ cells }: Installation, cell: number | undefined): void {
  if (cell !== undefined && cell !== cells.own) throw invalidFields({ cell: "invalid" });
}

/** A plan of the home cell is copied within some seconds, ms. */
const PLAN_MS = 3000;
const PLAN_POLL_MS = 100;

/** In a cell that copies the plans, waits for one that was created a moment ago. */
export async function awaitPlan(installation: Installation, planId: number): Promise<void> {
  if (sharingRole(installation) !== "copy") return;
  for (let waited = 0; waited < PLAN_MS && !planExists(installation.system, planId); waited += PLAN_POLL_MS)
    await Bun.sleep(PLAN_POLL_MS);
}
