import { useEffect, useState } from "react";
import type { HistoryAnswer, NumberStateAnswer } from "#channels/connections/contract.ts";
import { connectionCalls } from "#web/channels/connections/connections-api.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { shortMoment } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { numberStateTexts } from "./locales/index.ts";
import "./number-state.css";

interface Props {
  readonly connection: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
}

/** The dialog and its texts, loaded on demand. */
export async function loadNumberState() {
  await preloadTexts(numberStateTexts);
  return NumberStateDialog;
}

/** What Meta reports about an official number (docs/rules/official-channels.md#number-state). */
function NumberStateDialog({ connection: { id, name }, onClose }: Props) {
  const t = useText(numberStateTexts);
  const [state, setState] = useState<NumberStateAnswer | null>(null);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const [reads, setReads] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reads` repeats the request
  useEffect(() => {
    let isShown = true;
    setFailure(null);
    connectionCalls.state(id).then(
      (found) => isShown && setState(found),
      (error: unknown) => isShown && setFailure({ error }),
    );
    return () => {
      isShown = false;
    };
  }, [id, reads]);
  return (
    <Dialog
      title={t("state.title", { name })}
      onClose={onClose}
      size="s"
      footer={
        <Button variant="primary" onPress={onClose}>
          {t("state.close")}
        </Button>
      }
    >
      {failure ? (
        <ErrorState title={t("state.failed")} error={failure.error} onRetry={() => setReads(reads + 1)} />
      ) : state === null ? (
        <Skeleton width="100%" height="160px" />
      ) : (
        <>
          {state.readAt === null ? (
            <Callout tone="info">{t("state.never")}</Callout>
          ) : (
            <Facts state={state} />
          )}
          {state.history ? (
            <History id={id} history={state.history} onAsked={() => setReads(reads + 1)} />
          ) : null}
        </>
      )}
    </Dialog>
  );
}

const TONES = { GREEN: "success", YELLOW: "waiting", RED: "danger" } as const;

function Facts({ state }: { readonly state: NumberStateAnswer }) {
  const t = useText(numberStateTexts);
  const { quality, limit, isUnlimited, used24h, name, nameState, health, readAt } = state;
  const known = quality === "GREEN" || quality === "YELLOW" || quality === "RED" ? quality : "UNKNOWN";
  const review = REVIEWS.find((one) => one === nameState);
  const send = SENDS.find((one) => one === health.canSend);
  return (
    <>
      <dl className="number-state">
        <div>
          <dt>{t("state.quality")}</dt>
          <dd>
            <Chip {...(known === "UNKNOWN" ? {} : { tone: TONES[known] })}>{t(`quality.${known}`)}</Chip>
          </dd>
        </div>
        <div>
          <dt>{t("state.limit")}</dt>
          <dd>
            {isUnlimited
              ? t("state.unlimited")
              : limit === null
                ? t("state.unknown")
                : t("state.limitValue", { count: limit })}
          </dd>
        </div>
        <div>
          <dt>{t("state.used")}</dt>
          <dd>{t("state.usedValue", { count: used24h })}</dd>
        </div>
        <div>
          <dt>{t("state.name")}</dt>
          <dd dir="auto">
            {name || t("state.unknown")} {review ? <small>{t(`review.${review}`)}</small> : null}
          </dd>
        </div>
        <div>
          <dt>{t("state.health")}</dt>
          <dd>{send ? t(`send.${send}`) : t("state.unknown")}</dd>
        </div>
      </dl>
      {health.problems.map((problem) => (
        <div key={problem} className="number-state-problem">
          <Callout tone="waiting">{problem}</Callout>
        </div>
      ))}
      {readAt ? (
        <p className="number-state-read">{t("state.readAt", { time: shortMoment(readAt) })}</p>
      ) : null}
    </>
  );
}
const REVIEWS = ["APPROVED", "PENDING_REVIEW", "DECLINED", "EXPIRED", "NONE"] as const;
const SENDS = ["AVAILABLE", "LIMITED", "BLOCKED"] as const;
const DAY_MS = 24 * 60 * 60_000;

interface HistoryProps {
  readonly id: number;
  readonly history: HistoryAnswer;
  readonly onAsked: () => void;
}

function History({ id, history, onAsked }: HistoryProps) {
  const t = useText(numberStateTexts);
  const [isPending, setPending] = useState(false);
  const { state, phase, progress, signedUpAt } = history;
  const isOpen = state === "waiting" && Date.now() - Date.parse(signedUpAt) < DAY_MS;
  const request = async () => {
    setPending(true);
    try {
      await connectionCalls.requestHistory(id);
      toast.success(t("history.asked"));
      onAsked();
    } catch (error) {
      toast.failure(error);
    } finally {
      setPending(false);
    }
  };
  const phaseText =
    phase === 0 ? t("history.phase0") : phase === 1 ? t("history.phase1") : t("history.phase2");
  return (
    <section className="number-state-history">
      <h3>{t("history.title")}</h3>
      <p>
        {state === "importing"
          ? t("history.importing", { progress, phase: phaseText })
          : t(`history.${state}`)}
      </p>
      {history.isLimited ? <p>{t("history.limited")}</p> : null}
      {isOpen ? (
        <Button size="s" isPending={isPending} onPress={() => void request()}>
          {t("history.ask")}
        </Button>
      ) : null}
    </section>
  );
}
