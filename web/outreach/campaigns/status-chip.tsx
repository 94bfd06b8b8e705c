import { useText } from "#web/i18n/use-text.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import type { Campaign } from "./campaigns-api.ts";
import { campaignTexts } from "./locales/index.ts";
import { isPaused, toneOf } from "./status.ts";

/** The status of a campaign, or that it is paused. */
export function StatusChip({ campaign }: { readonly campaign: Pick<Campaign, "status" | "pausedAt"> }) {
  const t = useText(campaignTexts);
  return (
    <Chip tone={toneOf(campaign)} shape="round">
      {t(isPaused(campaign) ? "status.paused" : `status.${campaign.status}`)}
    </Chip>
  );
}
