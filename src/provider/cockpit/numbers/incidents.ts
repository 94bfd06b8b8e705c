import { RestrictionChanged } from "#channels/connections/events.ts";
import { incidentFacts } from "#inbox/reach/index.ts";
import { addDays, dayAt } from "#platform/dates.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { newUuid } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import { INCIDENT_DAYS } from "./contract.ts";
import * as sql from "./incidents.sql.ts";
import { type CountedRow, rangesOf } from "./policy.ts";

/**
 * Records each restriction that the network confirmed, at its start: permanently banned numbers count too, and the
 * figures are those that led to it (docs/rules/reach.md#incidents). Written after the commit: an error in the statistics
 * must not prevent storing the restriction.
 */
export function listenForIncidents({ bus, system, clock, config }: Installation): void {
  bus.after(RestrictionChanged, (tenant, { connectionId, restriction, change }) => {
    if (change !== "began") return;
    const facts = incidentFacts(tenant, connectionId);
    if (!facts) return;
    const { kind, endsAt } = restriction;
    execute(system, sql.insert, {
      // Random and without a time: the order of the rows is not that of the restrictions.
      id: newUuid(),
      day: dayAt(clock.now(), config.timeZone),
      kind,
      ...rangesOf(facts, endsAt === null ? null : endsAt - clock.now()),
    });
  });
}

/** The incidents of the last 365 days, counted by their ranges; never shown as they are. */
export const countedIncidents = (installation: Installation): readonly CountedRow[] =>
  queryAll(installation.system, sql.counted, { since: firstKeptDay(installation) });

export function deleteOldIncidents(installation: Installation): void {
  execute(installation.system, sql.deleteOld, { before: firstKeptDay(installation) });
}

const firstKeptDay = ({ clock, config }: Installation): string =>
  addDays(dayAt(clock.now(), config.timeZone), 1 - INCIDENT_DAYS);
