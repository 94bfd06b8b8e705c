import type { ReachAnswer } from "#inbox/reach/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { healthTexts } from "./locales/index.ts";
import "./health.css";

/** Minimum score of a healthy number, and of a number that needs care. */
const GOOD = 80;
const FAIR = 50;
const TONES = { good: "success", fair: "waiting", poor: "danger" } as const;

/** The score of a number with a word for it; `isInRow`: beside other facts, so the line names itself. */
export function ScoreLine({
  score,
  isInRow = false,
}: {
  readonly score: number;
  readonly isInRow?: boolean;
}) {
  const t = useText(healthTexts);
  const level = score >= GOOD ? "good" : score >= FAIR ? "fair" : "poor";
  return (
    <p className="number-health-score">
      <strong>{t(isInRow ? "row.score" : "score.value", { score })}</strong>
      <Chip tone={TONES[level]} shape="round">
        {t(`score.${level}`)}
      </Chip>
    </p>
  );
}

type Reasons = NonNullable<ReachAnswer["health"]>["reasons"];

/** What lowers the score, each with its advice. */
export function ReasonList({ reasons }: { readonly reasons: Reasons }) {
  const t = useText(healthTexts);
  return (
    <ul className="number-health-reasons">
      {reasons.map(({ code, weight }) => (
        <li key={code}>
          <strong>
            {t(`reason.${code}`)} <small>{t("score.minus", { weight })}</small>
          </strong>
          <span>{t(`advice.${code}`)}</span>
        </li>
      ))}
    </ul>
  );
}

interface OwnBudgetProps {
  readonly own: NonNullable<ReachAnswer["own"]>;
  readonly isInRow?: boolean;
}

/** New chats of today against the company's own limit. */
export function OwnBudget({ own: { limit, used }, isInRow = false }: OwnBudgetProps) {
  const t = useText(healthTexts);
  if (limit === null) return <p>{t(isInRow ? "row.unlimited" : "budget.unlimited", { used })}</p>;
  return <Bar used={used} total={limit} words={t(isInRow ? "row.own" : "budget.own", { used, limit })} />;
}

interface BarProps {
  readonly used: number;
  readonly total: number;
  readonly words: string;
}

export function Bar({ used, total, words }: BarProps) {
  return (
    <div className="number-health-bar">
      <span>{words}</span>
      <ProgressBar label={words} value={total === 0 ? 1 : Math.min(1, used / total)} />
    </div>
  );
}
