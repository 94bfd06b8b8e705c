import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { RuleAnswer, RunAnswer, RunOutcome } from "#automation/rules/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip, type ChipProps } from "#web/ui/display/chip.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { ruleTexts } from "./locales/index.ts";
import { reasonText } from "./reason-text.ts";
import { ruleCalls } from "./rules-api.ts";
import { RunConditions } from "./run-conditions.tsx";

type Filter = RunOutcome | "all";
const FILTERS: readonly Filter[] = ["all", "fired", "skipped", "failed", "not_matched"];
const TONES: Readonly<Record<RunOutcome, NonNullable<ChipProps["tone"]>>> = {
  fired: "success",
  skipped: "neutral",
  failed: "danger",
  not_matched: "neutral",
};

/** What a rule did and why, newest first (docs/rules/rules.md#log). */
export function RunLog({ rule, onClose }: { readonly rule: RuleAnswer; readonly onClose: () => void }) {
  const t = useText(ruleTexts);
  const [filter, setFilter] = useState<Filter>("all");
  const [shown, setShown] = useState<{ runs: readonly RunAnswer[]; page: number; hasMore: boolean } | null>(
    null,
  );
  const load = async (page: number, before: readonly RunAnswer[]) => {
    try {
      const { runs, hasMore } = await ruleCalls.runs(rule.id, filter, page);
      setShown({ runs: [...before, ...runs], page, hasMore });
    } catch (error) {
      toast.failure(error);
      setShown({ runs: before, page: page - 1, hasMore: true });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page of each filter
  useEffect(() => {
    setShown(null);
    void load(1, []);
  }, [filter]);
  return (
    <Dialog title={t("log.title", { name: rule.name })} size="l" onClose={onClose}>
      <Select<Filter>
        label={t("log.outcome")}
        options={FILTERS.map((id) => ({ id, label: t(`log.${id}`) }))}
        value={filter}
        onChange={setFilter}
      />
      {shown === null ? <p role="status">{t("log.loading")}</p> : null}
      {shown?.runs.length === 0 ? <p className="field-help">{t("log.empty")}</p> : null}
      <ul className="run-list">
        {shown?.runs.map((run) => (
          <li key={run.id} className="run">
            <div className="run-head">
              <Chip tone={TONES[run.outcome]}>{t(`log.${run.outcome}`)}</Chip>
              <time dateTime={run.at}>{formatDateTime(run.at)}</time>
              {run.ticket ? (
                <Link
                  href={`/tickets/${run.ticket.uuid}`}
                  aria-label={t("log.ticket", { name: run.ticket.name })}
                >
                  {run.ticket.name}
                </Link>
              ) : null}
            </div>
            {run.reason ? <p className="run-reason">{reasonText(run.reason, t)}</p> : null}
            <RunConditions conditions={run.conditions} />
          </li>
        ))}
      </ul>
      {shown?.hasMore ? (
        <Button onPress={() => void load(shown.page + 1, shown.runs)}>{t("log.more")}</Button>
      ) : null}
    </Dialog>
  );
}
