import type { IntegrationAnswer } from "#automation/integrations/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";

/** An integration as an option of select fields. */
export type IntegrationName = Pick<IntegrationAnswer, "id" | "name">;

/** Maximum number of loaded pages; it also ends the loop if the server always reports another page. */
const MOST_PAGES = 25;

/** The integrations an admin can choose; none when the plan does not include them. */
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
