import { useSignals } from "@preact/signals-react/runtime";
import Star from "lucide-react/icons/star";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { RatingsAnswer } from "#inbox/reports/satisfaction/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { type FilterProps, PeriodFields } from "#web/inbox/reports/filter-bar.tsx";
import { reportQuery } from "#web/inbox/reports/report-url.ts";
import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { satisfactionTexts } from "./locales/index.ts";
import { RatingList } from "./rating-list.tsx";
import { ScaleFigures } from "./scale-figures.tsx";
import "./satisfaction.css";

/** The tab Satisfação: figures of each scale, and the ratings with their comments (docs/rules/ratings.md#figures). */
export function SatisfactionTab({ filter, onChange }: FilterProps) {
  useSignals();
  const t = useText(satisfactionTexts);
  const [answer, setAnswer] = useState<RatingsAnswer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const only = filter.isCommented ? "comments" : undefined;
  const { by: _by, sort: _sort, only: _only, ...period } = reportQuery(filter);
  const asked = new URLSearchParams({ ...period, ...(only && { only }) }).toString();
  const read = (after?: string) =>
    api.get<RatingsAnswer>(`/reports/ratings?${asked}`, { query: { after: after ?? null } });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry reads again
  useEffect(() => {
    let isCurrent = true;
    setError(null);
    read().then(
      (found) => isCurrent && setAnswer(found),
      (problem) => isCurrent && setError(problem),
    );
    return () => {
      isCurrent = false;
    };
  }, [asked, tries]);
  const readMore = async () => {
    if (!answer?.next) return;
    try {
      const page = await read(answer.next);
      setAnswer({ ...answer, rows: [...answer.rows, ...page.rows], next: page.next });
    } catch (problem) {
      toast.failure(problem);
    }
  };
  return (
    <>
      <search className="panel report-filter" aria-label={t("tab")}>
        <PeriodFields filter={filter} onChange={onChange} />
        <Checkbox
          label={t("onlyComments")}
          value={only !== undefined}
          onChange={(isOn) => onChange({ isCommented: isOn })}
        />
      </search>
      {error ? (
        <div className="panel">
          <ErrorState title={t("failed")} error={error} onRetry={() => setTries(tries + 1)} />
        </div>
      ) : answer === null ? (
        <TableSkeleton />
      ) : answer.scales.every(({ rated }) => rated === 0) ? (
        <NoRatings />
      ) : (
        <>
          {answer.scales.map((figures) => (
            <ScaleFigures
              key={figures.scale}
              figures={figures}
              isCurrent={figures.scale === answer.current && answer.scales.length > 1}
            />
          ))}
          <RatingList rows={answer.rows} />
          {answer.next ? (
            <Button variant="ghost" onPress={() => void readMore()}>
              {t("more")}
            </Button>
          ) : null}
        </>
      )}
    </>
  );
}

function NoRatings() {
  useSignals();
  const t = useText(satisfactionTexts);
  const isOff = session.setting("userRating") !== "enabled";
  return (
    <div className="panel">
      <EmptyState
        picture={<Star />}
        title={t("none")}
        text={t(isOff ? "off" : "noneText")}
        action={
          isOff && session.can("drawer-admin-items:view") ? (
            <Link href="/settings">{t("toSettings")}</Link>
          ) : null
        }
      />
    </div>
  );
}
