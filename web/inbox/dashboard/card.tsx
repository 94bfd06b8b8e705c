import Info from "lucide-react/icons/info";
import type { ReactNode } from "react";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { dashboardTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";

type Formula = keyof typeof pt.formula;
interface Props {
  readonly name: Formula | "dueDate";
  readonly icon: ReactNode;
  readonly value: string | number;
  readonly note: ReactNode;
}

/** One figure with its name, its formula behind an (i), and a comparison line. */
export function Card({ name, icon, value, note }: Props) {
  const t = useText(dashboardTexts);
  const title = t(`card.${name}`);
  return (
    <li className={`panel dashboard-card dashboard-card-${name}`}>
      <span className="dashboard-card-icon" aria-hidden="true">
        {icon}
      </span>
      <h2 className="dashboard-card-name">{title}</h2>
      {name === "dueDate" ? null : (
        <Popover
          label={t("card.how", { name: title })}
          placement="bottom end"
          trigger={
            <IconButton size="s" label={t("card.how", { name: title })} className="dashboard-card-how">
              <Info />
            </IconButton>
          }
        >
          <p className="dashboard-formula">{t(`formula.${name}`)}</p>
        </Popover>
      )}
      <p className="dashboard-card-value">{typeof value === "number" ? formatNumber(value) : value}</p>
      {note}
    </li>
  );
}
