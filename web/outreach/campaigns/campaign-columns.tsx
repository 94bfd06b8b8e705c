import ChartColumn from "lucide-react/icons/chart-column";
import CircleStop from "lucide-react/icons/circle-stop";
import Eye from "lucide-react/icons/eye";
import Pause from "lucide-react/icons/pause";
import Pencil from "lucide-react/icons/pencil";
import Play from "lucide-react/icons/play";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import Trash2 from "lucide-react/icons/trash-2";
import { Link } from "react-aria-components/Link";
import { useLocation } from "wouter";
import type { Translate } from "#web/i18n/dictionary.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import type { Campaign } from "./campaigns-api.ts";
import type { Command } from "./commands.ts";
import { campaignTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { isPaused, showsProgress } from "./status.ts";
import { StatusChip } from "./status-chip.tsx";

/** Columns of the table (docs/rules/screens.md#campaigns). */
export function campaignColumns(
  t: Translate<typeof pt>,
  actions: CampaignRowActions,
): readonly Column<Campaign>[] {
  return [
    {
      id: "name",
      title: t("column.name"),
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link href={`/campaign/${id}/report`} className="campaign-name">
          {name}
        </Link>
      ),
    },
    {
      id: "status",
      title: t("column.status"),
      card: "body",
      cell: (campaign) => <StatusCell campaign={campaign} t={t} />,
    },
    {
      id: "contactList",
      title: t("column.contactList"),
      leaves: "second",
      card: "named",
      cell: ({ contactList, tagList }) =>
        contactList || tagList ? (
          <>
            {contactList ? <span>{contactList.name}</span> : null}
            {tagList ? <small>{t("row.tag", { name: tagList.name })}</small> : null}
          </>
        ) : (
          <EmptyCell>{t("row.noList")}</EmptyCell>
        ),
    },
    {
      id: "connection",
      title: t("column.connection"),
      leaves: "first",
      card: "named",
      cell: ({ whatsapp }) => whatsapp?.name ?? <EmptyCell>{t("row.noConnection")}</EmptyCell>,
    },
    {
      id: "scheduledAt",
      title: t("column.scheduledAt"),
      card: "named",
      sortBy: ({ scheduledAt }) => scheduledAt,
      sortDown: true,
      cell: ({ scheduledAt }) => <DateCell at={scheduledAt} none={t("row.noSchedule")} />,
    },
    {
      id: "completedAt",
      title: t("column.completedAt"),
      leaves: "second",
      card: "named",
      sortBy: ({ completedAt }) => completedAt,
      sortDown: true,
      cell: ({ completedAt }) => <DateCell at={completedAt} none={t("row.notCompleted")} />,
    },
    {
      id: "confirmation",
      title: t("column.confirmation"),
      leaves: "second",
      card: "named",
      cell: ({ confirmation }) => t(confirmation ? "field.on" : "field.off"),
    },
    {
      id: "actions",
      title: t("column.actions"),
      card: "body",
      hideTitle: true,
      cell: (campaign) => <CampaignActions campaign={campaign} actions={actions} />,
    },
  ];
}

const EmptyCell = ({ children }: { readonly children: string }) => (
  <span className="campaign-nothing">{children}</span>
);

const DateCell = ({ at, none }: { readonly at: string | null; readonly none: string }) =>
  at === null ? <EmptyCell>{none}</EmptyCell> : <span className="campaign-time">{formatDateTime(at)}</span>;

/** The status, with the progress of a running or paused campaign. */
function StatusCell({ campaign, t }: { readonly campaign: Campaign; readonly t: Translate<typeof pt> }) {
  const { name, report, pauseReason } = campaign;
  return (
    <div className="campaign-status">
      <StatusChip campaign={campaign} />
      {showsProgress(campaign) ? (
        <span className="campaign-progress">
          <ProgressBar label={t("row.progressOf", { name })} value={report.progress} />
          <small>
            {t("row.progress", {
              delivered: formatNumber(report.delivered),
              valid: formatNumber(report.valid),
            })}
          </small>
        </span>
      ) : null}
      {isPaused(campaign) && pauseReason ? (
        <small className="campaign-pause">{t(`pause.${pauseReason}`)}</small>
      ) : null}
    </div>
  );
}

interface CampaignRowActions {
  readonly run: (command: Command, campaign: Campaign) => void;
  readonly edit: (campaign: Campaign) => void;
  readonly remove: (campaign: Campaign) => void;
}

/** Stop for a running campaign, restart for a cancelled one; report, edit and delete in every state. */
function CampaignActions({
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
