import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Campaign } from "#web/outreach/campaigns/campaigns-api.ts";
import type { Command } from "#web/outreach/campaigns/commands.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { isPaused } from "#web/outreach/campaigns/status.ts";
import { useCommands } from "#web/outreach/campaigns/use-commands.ts";
import { Button } from "#web/ui/button/button.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { type CampaignValues, STEPS, type Step } from "./campaign-form.ts";

interface Props {
  readonly form: FormModel<CampaignValues>;
  readonly campaign: Campaign | null;
  readonly isReadOnly: boolean;
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  readonly onChanged: (campaign: Campaign) => void;
  readonly onClose: () => void;
}

/** Commands at the left; next step, close and save at the right. */
export function DialogButtons({ form, campaign, isReadOnly, step, onStep, onChanged, onClose }: Props) {
  useSignals();
  const t = useText(campaignTexts);
  const words = useText(common);
  const next = STEPS[STEPS.indexOf(step) + 1];
  return (
    <div className="form-actions campaign-buttons">
      {campaign ? <Commands campaign={campaign} onChanged={onChanged} /> : null}
      <Button onPress={onClose}>{words("action.close")}</Button>
      {next ? <Button onPress={() => onStep(next)}>{t("form.next")}</Button> : null}
      {isReadOnly ? null : (
        <Button type="submit" variant="primary" isPending={form.sending.value}>
          {words("action.save")}
        </Button>
      )}
    </div>
  );
}

/** Restart when cancelled; pause and cancel while running; cancel when about to start. */
function Commands({ campaign, onChanged }: Pick<Props, "onChanged"> & { readonly campaign: Campaign }) {
  const t = useText(campaignTexts);
  const [underWay, setUnderWay] = useState<Command | null>(null);
  const send = useCommands(onChanged);
  const run = (command: Command) => {
    setUnderWay(command);
    void send(command, campaign.id).finally(() => setUnderWay(null));
  };
  const button = (command: Command) => (
    <Button
      key={command}
      {...(command === "cancel" ? { variant: "danger" as const } : {})}
      isPending={underWay === command}
      isDisabled={underWay !== null}
      onPress={() => run(command)}
    >
      {t(`form.${command}`)}
    </Button>
  );
  const isRunning = campaign.status === "EM_ANDAMENTO";
  const isAboutTo = campaign.status === "PROGRAMADA" && !campaign.editable;
  return (
    <div className="campaign-commands">
      {campaign.status === "CANCELADA" ? button("restart") : null}
      {isRunning ? button(isPaused(campaign) ? "resume" : "pause") : null}
      {isRunning || isAboutTo ? button("cancel") : null}
    </div>
  );
}
