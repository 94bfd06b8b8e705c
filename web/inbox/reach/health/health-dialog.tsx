import { useEffect, useState } from "react";
import type { ReachAnswer } from "#inbox/reach/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { reachTexts } from "#web/inbox/reach/locales/index.ts";
import { RestrictionChips } from "#web/inbox/reach/restriction-chips.tsx";
import { api } from "#web/lib/api/api.ts";
import { shortMoment } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { Bar, OwnBudget, ReasonList, ScoreLine } from "./health-parts.tsx";
import { healthTexts } from "./locales/index.ts";

interface Props {
  readonly connection: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
}

/** The dialog and its texts, loaded on demand. */
export async function loadHealth() {
  await preloadTexts(healthTexts, reachTexts);
  return HealthDialog;
}

/** Score, budget of new chats and restrictions of a number, for admins (docs/rules/reach.md#doctor). */
function HealthDialog({ connection: { id, name }, onClose }: Props) {
  const t = useText(healthTexts);
  const c = useText(common);
  const [reach, setReach] = useState<ReachAnswer | null>(null);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const [reads, setReads] = useState(0);
  const [isChecking, setChecking] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reads` repeats the request
  useEffect(() => {
    const request = new AbortController();
    setFailure(null);
    api
      .get<ReachAnswer>(`/whatsapp/${id}/reach`, { signal: request.signal })
      .then(setReach, (error: unknown) => {
        if (!request.signal.aborted) setFailure({ error });
      });
    return () => request.abort();
  }, [id, reads]);
  const check = () => {
    setChecking(true);
    api
      .post<ReachAnswer>(`/whatsapp/${id}/reach/check`)
      .then(setReach, toast.failure)
      .finally(() => setChecking(false));
  };
  return (
    <Dialog
      title={t("title", { name })}
      onClose={onClose}
      footer={
        <>
          <Button isPending={isChecking} onPress={check}>
            {t("check")}
          </Button>
          <Button variant="primary" onPress={onClose}>
            {c("action.close")}
          </Button>
        </>
      }
    >
      {failure ? (
        <ErrorState error={failure.error} onRetry={() => setReads(reads + 1)} />
      ) : reach === null ? (
        <Skeleton width="100%" height="220px" />
      ) : (
        <div className="number-health">
          <Score reach={reach} />
          {reach.restrictions.length > 0 ? <RestrictionChips restrictions={reach.restrictions} /> : null}
          <Budget reach={reach} />
        </div>
      )}
    </Dialog>
  );
}

function Score({ reach: { health } }: { readonly reach: ReachAnswer }) {
  const t = useText(healthTexts);
  if (!health) return null;
  return (
    <section aria-label={t("score.label")}>
      <ScoreLine score={health.score} />
      {health.reasons.length === 0 ? <p>{t("score.none")}</p> : null}
      <ReasonList reasons={health.reasons} />
    </section>
  );
}

/** New chats of today and what the network leaves, each as a bar, and the messages that wait. */
function Budget({ reach: { own, quota = [], left, held = 0 } }: { readonly reach: ReachAnswer }) {
  const t = useText(healthTexts);
  if (!own) return null;
  const told = quota.filter(({ total }) => total !== null);
  return (
    <section className="number-health-budget" aria-label={t("budget.label")}>
      <h3>{t("budget.label")}</h3>
      <OwnBudget own={own} />
      {told.map(({ type, used, total, endsAt }) => (
        <Bar
          key={type}
          used={used}
          total={total ?? 0}
          words={
            endsAt
              ? t("budget.networkUntil", { used, total: total ?? 0, time: shortMoment(endsAt) })
              : t("budget.network", { used, total: total ?? 0 })
          }
        />
      ))}
      {typeof left === "number" ? (
        <p>{left === 0 ? t("budget.nothingLeft") : t("budget.left", { count: left })}</p>
      ) : null}
      {held > 0 ? <Callout tone="info">{t("budget.held", { count: held })}</Callout> : null}
      <small>{t("budget.help", { time: shortMoment(own.resetsAt) })}</small>
    </section>
  );
}
