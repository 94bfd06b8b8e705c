import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import type { BackupState } from "#operations/backups/contract.ts";
import type { CockpitAnswer } from "#provider/cockpit/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { language } from "#web/i18n/language.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { formatBytes } from "./figures.ts";
import { cockpitTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";

/** The most important figures as cards. */
export function Cards({ answer }: { readonly answer: CockpitAnswer }) {
  useSignals();
  const t = useText(cockpitTexts);
  const speaks = language.value;
  const { connectionsUp, connectionsDown, overdue, backups } = answer;
  const down = connectionsDown > 0;
  return (
    <ul className="cockpit-cards">
      <Card
        name={t("card.connections")}
        value={`${formatNumber(connectionsUp)} / ${formatNumber(connectionsUp + connectionsDown)}`}
        note={
          connectionsUp + connectionsDown === 0
            ? "–"
            : down
              ? t("card.down", { count: connectionsDown })
              : t("card.allUp")
        }
        isBad={down}
      />
      <Card name={t("card.online")} value={formatNumber(answer.usersOnline)} note={t("card.now")} />
      <Card name={t("card.revenue")} value={formatMoney(answer.revenue, speaks)} note={t("card.since")} />
      <Card
        name={t("card.overdue")}
        value={formatMoney(overdue.value, speaks)}
        note={t("card.invoices", { count: overdue.count })}
        isBad={overdue.count > 0}
      />
      <Card name={t("card.disk")} value={formatBytes(answer.diskBytes, speaks)} note={t("card.ofAll")} />
      <Card
        name={t("backup.backup")}
        value={backups.lastAt ? formatBytes(backups.size, speaks) : "–"}
        note={backupNote(t, backups)}
        isBad={backups.isLate}
      />
    </ul>
  );
}

const backupNote = (t: Translate<typeof pt>, { state, lastAt }: BackupState): string => {
  if (state === "running") return t("backup.running");
  return lastAt ? t("backup.ago", { when: formatDateTime(lastAt) }) : t("backup.never");
};

interface CardProps {
  readonly name: string;
  readonly value: string;
  readonly note: ReactNode;
  readonly isBad?: boolean;
}

function Card({ name, value, note, isBad = false }: CardProps) {
  return (
    <li className="panel cockpit-card">
      <h2>{name}</h2>
      <p className="cockpit-value">{value}</p>
      <p className={isBad ? "cockpit-note cockpit-note-bad" : "cockpit-note"}>{note}</p>
    </li>
  );
}
