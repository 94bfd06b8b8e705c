import { useEffect, useState } from "react";
import type { DryRunAnswer } from "#automation/rules/dry-run/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { ruleTexts } from "./locales/index.ts";
import { type RuleInput, ruleCalls } from "./rules-api.ts";
import { RunConditions } from "./run-conditions.tsx";

interface Props {
  readonly rule: RuleInput;
  /** Offers to switch the rule on afterwards. */
  readonly onTurnOn?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Whether a rule would have run for the newest tickets (docs/rules/rules.md#dry-run). */
export function DryRun({ rule, onTurnOn, onClose }: Props) {
  const t = useText(ruleTexts);
  const [results, setResults] = useState<DryRunAnswer["results"] | null>(null);
  const [isShort, setShort] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rule does not change while the dialog is open
  useEffect(() => {
    ruleCalls.dryRun(rule).then(
      (answer) => setResults(answer.results),
      (error: unknown) => {
        toast.failure(error);
        onClose();
      },
    );
  }, []);
  const count = results?.filter(({ wouldFire }) => wouldFire).length ?? 0;
  const shown = results?.filter(({ wouldFire }) => wouldFire || !isShort) ?? [];
  return (
    <Dialog
      title={t("dry.title", { name: rule.name })}
      size="l"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t("dry.close")}</Button>
          {onTurnOn ? (
            <Button variant="primary" isDisabled={results === null} onPress={onTurnOn}>
              {t("dry.turnOn")}
            </Button>
          ) : null}
        </>
      }
    >
      <p className="field-help">{t("dry.text")}</p>
      <p role="status">
        <strong>
          {results === null
            ? t("dry.running")
            : results.length === 0
              ? t("dry.none")
              : t("dry.fires", { count, total: results.length })}
        </strong>
      </p>
      {count > 0 ? <Switch label={t("dry.only")} value={isShort} onChange={setShort} /> : null}
      <ul className="run-list">
        {shown.map((result) => (
          <li key={result.ticketId} className="run">
            <div className="run-head">
              <Chip tone={result.wouldFire ? "success" : "neutral"}>
                {t(result.wouldFire ? "dry.would" : "dry.wouldNot")}
              </Chip>
              <time dateTime={result.at}>{formatDateTime(result.at)}</time>
              <span>{result.name}</span>
            </div>
            <RunConditions conditions={result.conditions} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
