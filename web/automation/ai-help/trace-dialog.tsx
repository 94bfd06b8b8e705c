import Sparkles from "lucide-react/icons/sparkles";
import { useCallback, useEffect, useState } from "react";
import type { RunAnswer, Trace } from "#automation/prompts/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { aiCalls } from "./ai-api.ts";
import { aiHelpTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";

interface Props {
  readonly ticketId: number;
  readonly onClose: () => void;
}
type Texts = Translate<typeof pt>;

/** Every run of a model in this ticket: input, answer, actions and cost. For admins. */
export function TraceDialog({ ticketId, onClose }: Props) {
  const t = useText(aiHelpTexts);
  const [runs, setRuns] = useState<readonly RunAnswer[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const read = useCallback(async () => {
    setError(null);
    try {
      setRuns((await aiCalls.runs(ticketId)).runs);
    } catch (cause) {
      setError(cause);
    }
  }, [ticketId]);
  useEffect(() => void read(), [read]);
  return (
    <Dialog title={t("trace.title")} size="l" onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={() => void read()} /> : null}
      {!error && runs === null ? <Skeleton shape="block" height="180px" /> : null}
      {runs?.length === 0 ? (
        <EmptyState picture={<Sparkles />} title={t("trace.empty")} text={t("trace.intro")} />
      ) : null}
      {runs && runs.length > 0 ? (
        <ol className="ai-runs" aria-label={t("trace.title")}>
          {runs.map((run) => (
            <Run key={run.id} run={run} t={t} />
          ))}
        </ol>
      ) : null}
    </Dialog>
  );
}

const TONES = {
  answered: "success",
  closed: "success",
  handed_over: "waiting",
  dropped: "neutral",
  cancelled: "neutral",
  failed: "danger",
} as const;

function Run({ run, t }: { readonly run: RunAnswer; readonly t: Texts }) {
  const { purpose, result, error, trace, at, model, prompt, user, tokensIn, tokensOut, ms } = run;
  return (
    <li className="ai-run">
      <div className="ai-run-head">
        <strong>{t(`purpose.${purpose}`)}</strong>
        <Chip tone={TONES[result]}>{t(`result.${result}`)}</Chip>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </div>
      <p className="ai-run-facts">
        {[
          prompt?.name,
          model,
          user?.name,
          t("trace.tokens", { in: tokensIn, out: tokensOut }),
          t("trace.ms", { ms }),
          error === null ? null : reasonOf(error, t),
        ]
          .filter((fact) => fact !== null && fact !== undefined)
          .join(" · ")}
      </p>
      {trace ? <TraceOf trace={trace} t={t} /> : null}
    </li>
  );
}

const REASONS = ["asked", "queue", "empty_answer", "loop_guard"] as const;
const reasonOf = (error: string, t: Texts): string => {
  const known = REASONS.find((reason) => reason === error);
  return known ? t(`reason.${known}`) : error;
};

function TraceOf({ trace, t }: { readonly trace: Trace; readonly t: Texts }) {
  const { answer, actions, ignored, messages, system } = trace;
  const facts = [
    ...actions.map(({ name, target }) => t(`action.${name}`, { target: target ?? "" })),
    ...ignored.map((call) => `${t("trace.ignored")}: ${call}`),
  ];
  return (
    <>
      {answer === "" ? null : <p className="ai-run-answer">{answer}</p>}
      {facts.length > 0 ? (
        <ul className="ai-run-actions" aria-label={t("trace.actions")}>
          {facts.map((fact) => (
            <li key={fact}>
              <Chip>{fact}</Chip>
            </li>
          ))}
        </ul>
      ) : null}
      <details className="ai-run-more">
        <summary>{t("trace.read")}</summary>
        <dl>
          {messages.map(({ role, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes
            <div key={at}>
              <dt>{t(role === "user" ? "trace.customer" : "trace.company")}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
      <details className="ai-run-more">
        <summary>{t("trace.system")}</summary>
        <pre>{system}</pre>
      </details>
    </>
  );
}
