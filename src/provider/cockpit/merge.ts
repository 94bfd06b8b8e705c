import { mergeBackups } from "#operations/backups/index.ts";
import type { CertificateState } from "#operations/certificates/contract.ts";
import type { Gathered } from "#platform/http/cells/cell-rule.ts";
import { byText } from "#platform/http/page.ts";
import { CHART_DAYS, COMPANY_STATES, type CockpitAnswer, type CompanyState } from "./contract.ts";

type Parts = readonly CockpitAnswer[];

/** The cockpit of the installation from those of its cells (docs/rules/cells.md#lists). */
export function mergeCockpit(
  parts: Parts,
  { missing }: Pick<Gathered<unknown, unknown>, "missing">,
): CockpitAnswer {
  const sum = (of: (part: CockpitAnswer) => number) => parts.reduce((total, part) => total + of(part), 0);
  return {
    states: Object.fromEntries(
      COMPANY_STATES.map((state) => [state, sum(({ states }) => states[state] ?? 0)]),
    ) as Record<CompanyState, number>,
    connectionsUp: sum(({ connectionsUp }) => connectionsUp),
    connectionsDown: sum(({ connectionsDown }) => connectionsDown),
    usersOnline: sum(({ usersOnline }) => usersOnline),
    diskBytes: sum(({ diskBytes }) => diskBytes),
    days: mergeDays(parts),
    revenue: cents(sum(({ revenue }) => revenue)),
    overdue: {
      count: sum(({ overdue }) => overdue.count),
      value: cents(sum(({ overdue }) => overdue.value)),
    },
    companies: parts
      .flatMap(({ companies }) => companies)
      .toSorted((a, b) => byText(a.name, b.name) || a.id - b.id),
    backups: mergeBackups(parts.map(({ backups }) => backups)),
    certificate: mergeCertificates(parts),
    quarantined: parts.flatMap(({ quarantined }) => quarantined).toSorted((a, b) => a.id - b.id),
    measuredAt: parts.reduce<string | null>(
      (latest, { measuredAt }) => (measuredAt !== null && measuredAt > (latest ?? "") ? measuredAt : latest),
      null,
    ),
    missingCells: [...missing],
  };
}

/** Sums of reais, which are floats, without their error. */
const cents = (reais: number): number => Math.round(reais * 100) / 100;

/** Around midnight one cell may have a later last day than another. */
function mergeDays(parts: Parts): CockpitAnswer["days"] {
  const byDay = new Map<string, CockpitAnswer["days"][number]>();
  for (const { day, received, sent } of parts.flatMap(({ days }) => days)) {
    const known = byDay.get(day);
    byDay.set(day, { day, received: received + (known?.received ?? 0), sent: sent + (known?.sent ?? 0) });
  }
  return [...byDay.values()].toSorted((a, b) => byText(a.day, b.day)).slice(-CHART_DAYS);
}

/** The certificate that needs an operator first: late, then failing, then the one that expires first. */
function mergeCertificates(parts: Parts): CertificateState | null {
  const rank = ({ isLate, failures, daysLeft }: CertificateState) =>
    [isLate ? 0 : 1, failures > 0 ? 0 : 1, daysLeft ?? Number.MIN_SAFE_INTEGER] as const;
  const all = parts.flatMap(({ certificate }) => certificate ?? []);
  const [first = null] = all.toSorted((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    return x[0] - y[0] || x[1] - y[1] || x[2] - y[2];
  });
  return first;
}
