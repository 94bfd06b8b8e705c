import { useEffect, useState } from "react";
import type { ReachAnswer } from "#inbox/reach/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { OwnBudget, ReasonList, ScoreLine } from "./health-parts.tsx";
import { healthTexts } from "./locales/index.ts";

interface Props {
  readonly connectionId: number;
  readonly score: number;
  /** Changes when the connection did: the budget is read again. */
  readonly version: string;
}

/** Score with reasons and advice, and the budget of today, in the list of connections (docs/rules/reach.md#doctor). */
export function NumberHealth({ connectionId, score, version }: Props) {
  const t = useText(healthTexts);
  const [reach, setReach] = useState<ReachAnswer | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: score and `version` repeat the request
  useEffect(() => {
    const request = new AbortController();
    api.get<ReachAnswer>(`/whatsapp/${connectionId}/reach`, { signal: request.signal }).then(
      setReach,
      // A failed request is ignored: the dialog of the number shows its error.
      () => undefined,
    );
    return () => request.abort();
  }, [connectionId, score, version]);
  const reasons = reach?.health?.reasons ?? [];
  return (
    <div className="number-health-row">
      <ScoreLine score={score} isInRow />
      {reach?.own ? <OwnBudget own={reach.own} isInRow /> : null}
      {reasons.length > 0 ? (
        <details>
          <summary>{t("score.reasons", { count: reasons.length })}</summary>
          <ReasonList reasons={reasons} />
        </details>
      ) : null}
    </div>
  );
}
