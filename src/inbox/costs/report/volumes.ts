import { timeZoneOf } from "#accounts/settings/index.ts";
import {
  createGraph,
  GraphError,
  listOf,
  metaAccountOf,
  partOf,
  textOf,
  tokenOf,
} from "#channels/connections/index.ts";
import { dayAt } from "#platform/dates.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Messages that Meta has delivered and charged on one day in one category. */
interface Volume {
  readonly startMs: number;
  readonly category: string;
  readonly count: number;
  readonly micros: number;
}
interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Only the messages of this number (digits); otherwise those of all numbers of the business account. */
  readonly phone?: string;
}

/** Meta's volumes of the business account of a number; null when no account or token is stored. Throws GraphError. */
export async function readVolumes(
  tenant: Tenant,
  connectionId: number,
  { fromMs, untilMs, phone }: Span,
): Promise<readonly Volume[] | null> {
  const account = metaAccountOf(tenant.db, connectionId);
  const token = tokenOf(tenant, account);
  if (!account?.parentId || token === null) return null;
  const filter = phone ? `.phone_numbers(["${phone}"])` : "";
  const answer = await createGraph(tenant.installation).call({
    method: "GET",
    path: account.parentId,
    token,
    query: {
      fields: `pricing_analytics.start(${Math.floor(fromMs / 1000)}).end(${Math.floor(untilMs / 1000)}).granularity(DAILY)${filter}.dimensions(["PRICING_CATEGORY","PRICING_TYPE","COUNTRY"])`,
    },
  });
  return listOf(partOf(answer["pricing_analytics"])["data"]).flatMap((block) =>
    listOf(block["data_points"]).map((point) => ({
      startMs: (Number(point["start"]) || 0) * 1000,
      category: textOf(point["pricing_category"]).toLowerCase(),
      count: Number(point["volume"]) || 0,
      micros: Math.round((Number(point["cost"]) || 0) * 1_000_000),
    })),
  );
}

/**
 * Meta's count of delivered messages of one number per day (`YYYY-MM-DD` in the company's time zone); null when Meta does not
 * answer.
 */
export async function deliveriesPerDay(
  tenant: Tenant,
  connectionId: number,
  phone: string,
  fromMs: number,
): Promise<ReadonlyMap<string, number> | null> {
  const days = new Map<string, number>();
  try {
    // One second later, because Meta excludes the end of the period.
    const untilMs = tenant.clock.now() + 1000;
    const volumes = await readVolumes(tenant, connectionId, { fromMs, untilMs, phone });
    if (volumes === null) return null;
    for (const { startMs, count } of volumes) {
      const day = dayAt(startMs, timeZoneOf(tenant));
      days.set(day, (days.get(day) ?? 0) + count);
    }
  } catch (error) {
    if (error instanceof GraphError) return null;
    throw error;
  }
  return days;
}
