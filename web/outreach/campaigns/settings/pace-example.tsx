import { useText } from "#web/i18n/use-text.ts";
import { durationText } from "#web/outreach/campaigns/duration-text.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { durationOf, type Pace, waitAfter } from "#web/outreach/campaigns/pacing.ts";
import { Callout } from "#web/ui/state/callout.tsx";
import { paceTexts } from "./locales/index.ts";

/** Maximum number of dots before the longer wait. */
const MAX_DOTS = 10;
/** Intervals below this risk a block of the number, s. */
const FAST_S = 5;

/** Explains the intervals by text and a row of dots. */
export function PaceExample({ pace }: { readonly pace: Pace }) {
  const t = useText(paceTexts);
  const words = useText(campaignTexts);
  const [few, many] = [100, 500].map((recipients) => durationText(durationOf(recipients, pace), words));
  const plain = Math.max(1, pace.messageInterval);
  const every = pace.longerIntervalAfter;
  const longer = every > 0 ? waitAfter(every, pace) : plain;
  const hasLonger = longer > plain;
  return (
    <section className="pace-example" aria-label={t("example.title")}>
      <h3>{t("example.title")}</h3>
      <PaceStrip every={hasLonger ? every : 0} plain={plain} longer={longer} label={t("example.strip")} />
      <p>
        {t("example.plain", { wait: plain })}{" "}
        {hasLonger ? t("example.longer", { count: every, wait: longer }) : t("example.noLonger")}
      </p>
      <p>
        <strong>{t("example.duration", { length: few ?? "", more: many ?? "" })}</strong>
      </p>
      {pace.messageInterval < FAST_S ? <Callout tone="waiting">{t("example.fast")}</Callout> : null}
    </section>
  );
}

interface StripProps {
  /** Recipients before the longer wait; 0 = no longer wait. */
  readonly every: number;
  readonly plain: number;
  readonly longer: number;
  readonly label: string;
}

/** Dots are recipients, gaps are waits: a group, the longer wait, the next group. */
function PaceStrip({ every, plain, longer, label }: StripProps) {
  const shown = every === 0 ? MAX_DOTS : Math.min(every, MAX_DOTS / 2);
  const dots = Array.from({ length: shown }, (_, index) => `dot-${index}`);
  const isCut = every > shown;
  const group = (
    <span className="pace-group">
      {dots.map((dot, index) => (
        <i key={dot} className={isCut && index === shown - 2 ? "pace-dot pace-cut" : "pace-dot"} />
      ))}
    </span>
  );
  return (
    <div className="pace-strip" role="img" aria-label={label}>
      {group}
      {every === 0 ? null : (
        <>
          <span className="pace-longer">{longer} s</span>
          {group}
        </>
      )}
      <span className="pace-plain">{plain} s</span>
    </div>
  );
}
