import ChartColumn from "lucide-react/icons/chart-column";
import CircleStop from "lucide-react/icons/circle-stop";
import Eye from "lucide-react/icons/eye";
import Pause from "lucide-react/icons/pause";
import Pencil from "lucide-react/icons/pencil";
import Play from "lucide-react/icons/play";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import Trash2 from "lucide-react/icons/trash-2";
import { useLocation } from "wouter";
import { useText } from "#web/i18n/use-text.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import type { Campaign } from "./campaigns-api.ts";
import type { Command } from "./commands.ts";
import { campaignTexts } from "./locales/index.ts";
import { isPaused } from "./status.ts";

export interface CampaignRowActions {
  readonly run: (command: Command, campaign: Campaign) => void;
  readonly edit: (campaign: Campaign) => void;
  readonly remove: (campaign: Campaign) => void;
}

/** Stop for a running campaign, restart for a cancelled one; report, edit and delete in every state. */
export function CampaignActions({
  campaign,
  actions,
}: {
  readonly campaign: Campaign;
  readonly actions: CampaignRowActions;
}) {
  const t = useText(campaignTexts);
  const [, navigate] = useLocation();
  const { id, name, status, editable } = campaign;
  const run = (command: Command) => () => actions.run(command, campaign);
  return (
    <div className="row-actions">
      {status === "EM_ANDAMENTO" ? (
        <>
          {isPaused(campaign) ? (
            <IconButton label={t("row.resume", { name })} onPress={run("resume")}>
              <Play />
            </IconButton>
          ) : (
            <IconButton label={t("row.pause", { name })} onPress={run("pause")}>
              <Pause />
            </IconButton>
          )}
          <IconButton label={t("row.stop", { name })} onPress={run("cancel")}>
            <CircleStop />
          </IconButton>
        </>
      ) : null}
      {status === "CANCELADA" ? (
        <IconButton label={t("row.restart", { name })} onPress={run("restart")}>
          <RotateCcw />
        </IconButton>
      ) : null}
      <IconButton label={t("row.report", { name })} onPress={() => navigate(`/campaign/${id}/report`)}>
        <ChartColumn />
      </IconButton>
      <IconButton
        label={t(editable ? "row.edit" : "row.show", { name })}
        onPress={() => actions.edit(campaign)}
      >
        {editable ? <Pencil /> : <Eye />}
      </IconButton>
      <IconButton
        label={t("row.delete", { name })}
        variant="danger"
        isDisabled={!(editable || status === "FINALIZADA")}
        onPress={() => actions.remove(campaign)}
      >
        <Trash2 />
      </IconButton>
    </div>
  );
}
