import type { CampaignStatus } from "#outreach/campaigns/contract.ts";
import type { ChipProps } from "#web/ui/display/chip.tsx";
import type { Campaign } from "./campaigns-api.ts";

const TONES: Readonly<Record<CampaignStatus, NonNullable<ChipProps["tone"]>>> = {
  INATIVA: "neutral",
  PROGRAMADA: "primary",
  EM_ANDAMENTO: "success",
  CANCELADA: "danger",
  FINALIZADA: "neutral",
};

type Stage = Pick<Campaign, "status" | "pausedAt">;

/** Paused is not a status but a property of a running campaign (docs/rules/campaigns.md#states). */
export const isPaused = ({ status, pausedAt }: Stage): boolean =>
  status === "EM_ANDAMENTO" && pausedAt !== null;

export const toneOf = (campaign: Stage) => (isPaused(campaign) ? "waiting" : TONES[campaign.status]);

/** Whether a progress bar is shown: sending has started and there are recipients. */
export const showsProgress = ({ status, report }: Pick<Campaign, "status" | "report">): boolean =>
  report.valid > 0 && status !== "INATIVA" && status !== "PROGRAMADA";
