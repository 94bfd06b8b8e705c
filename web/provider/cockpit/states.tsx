import type { ReactNode } from "react";
import { COMPANY_STATES, type CockpitAnswer, type CompanyState } from "#provider/cockpit/contract.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Chip, type ChipProps } from "#web/ui/display/chip.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { cockpitTexts } from "./locales/index.ts";

const TONES: Readonly<Record<CompanyState, NonNullable<ChipProps["tone"]>>> = {
  active: "success",
  expiring: "waiting",
  trial: "primary",
  expired: "danger",
  off: "neutral",
};

export function StateChip({ state }: { readonly state: CompanyState }) {
  const t = useText(cockpitTexts);
  return <Chip tone={TONES[state]}>{t(`state.${state}`)}</Chip>;
}

interface Props {
  readonly states: CockpitAnswer["states"];
  readonly chosen: CompanyState | "all";
  readonly onChoose: (state: CompanyState | "all") => void;
}

/** Number of companies by state; a press filters the table by that state. */
export function States({ states, chosen, onChoose }: Props) {
  const t = useText(cockpitTexts);
  const total = COMPANY_STATES.reduce((sum, state) => sum + (states[state] ?? 0), 0);
  const one = (state: CompanyState | "all", count: number, name: ReactNode) => (
    <button
      key={state}
      type="button"
      aria-pressed={chosen === state}
      className={classNames("cockpit-state", `cockpit-state-${state}`)}
      onClick={() => onChoose(state)}
    >
      <b>{formatNumber(count)}</b>
      <span>{name}</span>
    </button>
  );
  return (
    <fieldset className="panel cockpit-states">
      <legend className="visually-hidden">{t("table.filter")}</legend>
      {one("all", total, t("card.companies"))}
      {COMPANY_STATES.map((state) => one(state, states[state] ?? 0, t(`state.${state}_count`)))}
    </fieldset>
  );
}
