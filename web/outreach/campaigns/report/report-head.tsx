import { useSignals } from "@preact/signals-react/runtime";
import CircleStop from "lucide-react/icons/circle-stop";
import Download from "lucide-react/icons/download";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { useEffect, useState } from "react";
import { pageLanguage } from "#web/i18n/language.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { shortMoment } from "#web/lib/format/dates.ts";
import { saveFile } from "#web/lib/page/save-file.ts";
import { type Campaign, campaignCalls } from "#web/outreach/campaigns/campaigns-api.ts";
import type { Command } from "#web/outreach/campaigns/commands.ts";
import { durationText } from "#web/outreach/campaigns/duration-text.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { durationOf, type Pace, readSettings } from "#web/outreach/campaigns/pacing.ts";
import { isPaused } from "#web/outreach/campaigns/status.ts";
import { StatusChip } from "#web/outreach/campaigns/status-chip.tsx";
import { useCommands } from "#web/outreach/campaigns/use-commands.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { useHold } from "./hold.ts";
import { reportTexts } from "./locales/index.ts";

interface Props {
  readonly campaign: Campaign;
  readonly onChanged: (campaign: Campaign) => void;
}

/** Title, progress and commands. */
export function ReportHead({ campaign, onChanged }: Props) {
  useSignals();
  const t = useText(reportTexts);
  const words = useText(campaignTexts);
  const { name, report, pauseReason } = campaign;
  const isSending = campaign.status === "EM_ANDAMENTO" && !isPaused(campaign);
  const left = useTimeLeft(campaign, isSending);
  const hold = useHold(campaign, isSending);
  return (
    <>
      <header className="page-head report-head">
        <h1 className="page-title">{t("page.title", { name })}</h1>
        <ReportButtons campaign={campaign} onChanged={onChanged} />
      </header>
      <section className="panel report-progress" aria-label={t("progress.label")}>
        <p className="report-status">
          <StatusChip campaign={campaign} />
          <span>
            {t("progress.line", {
              delivered: formatNumber(report.delivered),
              valid: formatNumber(report.valid),
              count: report.valid,
            })}
          </span>
          {left === null || hold ? null : (
            <small>{t("progress.left", { length: durationText(left, words) })}</small>
          )}
          <strong>{Math.round(report.progress * 100)}%</strong>
        </p>
        <ProgressBar label={t("progress.label")} value={report.progress} />
        {isPaused(campaign) && pauseReason ? (
          <Callout tone="waiting">{words(`pause.${pauseReason}`)}</Callout>
        ) : null}
        {hold ? (
          <Callout tone="waiting">
            {hold.kind === "partly"
              ? t("progress.budget")
              : hold.endsAt
                ? words("summary.newHeld", { time: shortMoment(hold.endsAt) })
                : words("summary.newHeldOpen")}
          </Callout>
        ) : null}
      </section>
    </>
  );
}

function ReportButtons({ campaign, onChanged }: Props) {
  const t = useText(reportTexts);
  const words = useText(campaignTexts);
  const send = useCommands(onChanged);
  const [isSaving, setSaving] = useState(false);
  const { id, name, status } = campaign;
  const button = (command: Command, icon: typeof Play, variant: "secondary" | "danger" = "secondary") => {
    const Icon = icon;
    return (
      <Button variant={variant} icon={<Icon aria-hidden="true" />} onPress={() => void send(command, id)}>
        {words(`form.${command}`)}
      </Button>
    );
  };
  const download = async () => {
    setSaving(true);
    try {
      const query = { language: pageLanguage() };
      saveFile(await api.file(`/campaigns/${id}/recipients.csv`, { query }), `${name}.csv`);
    } catch (error) {
      toast.failure(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className="report-buttons">
      {status === "EM_ANDAMENTO" ? (
        <>
          {isPaused(campaign) ? button("resume", Play) : button("pause", Pause)}
          {button("cancel", CircleStop, "danger")}
        </>
      ) : null}
      {status === "CANCELADA" ? button("restart", RotateCcw) : null}
      <Button icon={<Download aria-hidden="true" />} isPending={isSaving} onPress={() => void download()}>
        {t("page.csv")}
      </Button>
    </div>
  );
}

/** Estimated seconds until the last recipient; null while nothing is being sent. */
function useTimeLeft(campaign: Campaign, isSending: boolean): number | null {
  const [pace, setPace] = useState<Pace | null>(null);
  useEffect(() => {
    // A failed estimate is ignored: the page works without it.
    if (isSending)
      campaignCalls.settings().then(
        (rows) => setPace(readSettings(rows)),
        () => undefined,
      );
  }, [isSending]);
  const waiting = campaign.report.states["waiting"] ?? 0;
  if (!isSending || pace === null || waiting === 0) return null;
  return durationOf(waiting + 1, pace);
}
