import type { IntegrationAnswer } from "#automation/integrations/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";

/** An integration as pickers need it. */
export type IntegrationName = Pick<IntegrationAnswer, "id" | "name">;

/** Nobody chooses from more, and a server that never ends its list must not keep us reading. */
const MOST_PAGES = 25;

/** The integrations an admin may choose from; none where the plan has none. */
export async function readIntegrationNames(): Promise<readonly IntegrationName[]> {
  const names: IntegrationName[] = [];
  if (!session.hasPlan("useIntegrations")) return names;
  for (let pageNumber = 1; pageNumber <= MOST_PAGES; pageNumber += 1) {
    const page = await api.get<{ queueIntegrations: readonly IntegrationName[]; hasMore: boolean }>(
      "/queueIntegration",
      { query: { pageNumber } },
    );
    names.push(...page.queueIntegrations);
    if (!page.hasMore) break;
  }
  return names;
}
