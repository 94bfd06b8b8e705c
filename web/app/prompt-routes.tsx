import { preloadTexts } from "#web/i18n/dictionary.ts";
import { promptTexts } from "#web/prompts/locales/index.ts";
import { later } from "#web/ui/later.tsx";
import { AdminOnly } from "./admin-only.tsx";
import { FeatureGate } from "./feature-gate.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";

const PromptsPage = later(
  async () => {
    const [page] = await Promise.all([import("#web/prompts/page.tsx"), preloadTexts(promptTexts)]);
    return page.PromptsPage;
  },
  () => <PageSkeleton />,
);

/** The page of the AI prompts: for admins of a company whose plan has them. */
export function PromptRoutes() {
  return (
    <FeatureGate flag="useOpenAi">
      <AdminOnly>
        <PromptsPage />
      </AdminOnly>
    </FeatureGate>
  );
}
