import { type ConditionUser, names, type Reference } from "#inbox/conditions/index.ts";
import { conditionsOf } from "#inbox/reports/attendances/wanted.ts";
import type { AttendanceFilter } from "#inbox/reports/contract.ts";
import { allSchedules } from "./queries.ts";

/** Prevents the deletion of objects that the filter of a schedule refers to: without them the report would fail or select other rows. */
export const schedulesAsConditionUser: ConditionUser = {
  uses: (unit, reference) =>
    allSchedules(unit.db)
      .filter(({ filter }) => isNamed(filter, reference))
      .map(({ id, name }) => ({ kind: "report_schedule", id, name })),
};

function isNamed(filter: AttendanceFilter, reference: Reference): boolean {
  const { queueIds, tagIds } = filter;
  const chosen = reference.kind === "queue" ? queueIds : reference.kind === "tag" ? tagIds : undefined;
  if (chosen?.some((id) => id === reference.id)) return true;
  const conditions = conditionsOf(filter.filter);
  return conditions !== undefined && names(conditions, reference);
}
