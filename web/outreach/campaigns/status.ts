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

/** A running campaign may rest: paused is no status (docs/rules/campaigns.md#states). */
export const isPaused = ({ status, pausedAt }: Stage): boolean =>
  status === "EM_ANDAMENTO" && pausedAt !== null;

/** Colour of the status. */
export const toneOf = (campaign: Stage) => (isPaused(campaign) ? "waiting" : TONES[campaign.status]);

/** Where a bar says something: sending began, and there is somebody to send to. */
export const showsProgress = ({ status, report }: Pick<Campaign, "status" | "report">): boolean =>
  report.valid > 0 && status !== "INATIVA" && status !== "PROGRAMADA";
