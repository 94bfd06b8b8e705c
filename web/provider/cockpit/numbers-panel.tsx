import { useSignals } from "@preact/signals-react/runtime";
import ShieldCheck from "lucide-react/icons/shield-check";
import type { NumbersAnswer, RestrictionCount } from "#provider/cockpit/numbers/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { shortMoment } from "#web/lib/format/dates.ts";
import { currentMinute } from "#web/lib/now-signal.ts";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { IncidentFigures } from "./incident-figures.tsx";
import { cockpitTexts } from "./locales/index.ts";
import "./numbers.css";

/** Restricted numbers per company, and what restricted numbers have in common. */
export function NumbersPanel({ companies, incidents }: NumbersAnswer) {
  const t = useText(cockpitTexts);
  return (
    <>
      <section className="panel cockpit-panel" aria-labelledby="cockpit-restricted">
        <header className="cockpit-panel-head">
          <h2 id="cockpit-restricted">{t("numbers.title")}</h2>
        </header>
        {companies.length === 0 ? (
          <EmptyState picture={<ShieldCheck />} title={t("numbers.none")} text={t("numbers.noneText")} />
        ) : (
          <ul className="cockpit-restricted">
            {companies.map(({ id, name, restrictions }) => (
              <li key={id}>
                <b>{name}</b>
                <ul>
                  {restrictions.map((restriction) => (
                    <RestrictionLine key={restriction.kind} {...restriction} />
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
      </section>
      <IncidentFigures incidents={incidents} />
    </>
  );
}

function RestrictionLine({ kind, numbers, endsAt }: RestrictionCount) {
  useSignals();
  const t = useText(cockpitTexts);
  const now = currentMinute.value;
  // The network may confirm the end later than it had stated.
  const isAhead = endsAt !== null && Date.parse(endsAt) > now;
  return (
    <li>
      {t(`kind.${kind}`)} · {t("numbers.count", { count: numbers })}
      {isAhead ? ` · ${t("numbers.until", { time: shortMoment(endsAt, now) })}` : ""}
    </li>
  );
}
