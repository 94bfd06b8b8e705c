import { useSignals } from "@preact/signals-react/runtime";
import { useCallback, useEffect, useMemo, useState } from "react";
import { MESSAGE_INTERVALS, OTHER_INTERVALS } from "#outreach/campaigns/settings/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { campaignCalls } from "#web/outreach/campaigns/campaigns-api.ts";
import { durationText } from "#web/outreach/campaigns/duration-text.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { durationOf, type Pace, readSettings, waitAfter } from "#web/outreach/campaigns/pacing.ts";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { paceTexts } from "./locales/index.ts";
import { RuleSettings } from "./rule-settings.tsx";
import { createPaceForm, type PaceValues } from "./settings-form.ts";
import { VariablesField } from "./variables-field.tsx";
import "./settings.css";

type Read = { readonly values: PaceValues } | { readonly error: unknown } | null;

/** Pace, variables and sending rules of campaigns (docs/rules/settings.md#campaign-settings). */
export function CampaignSettingsPage() {
  const t = useText(paceTexts);
  const [read, setRead] = useState<Read>(null);
  const load = useCallback(() => {
    setRead(null);
    campaignCalls.settings().then(
      (rows) => setRead({ values: { ...readSettings(rows) } }),
      (error: unknown) => setRead({ error }),
    );
  }, []);
  useEffect(load, [load]);
  return (
    <div className="page campaign-settings">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
      </header>
      {read === null ? <TableSkeleton /> : null}
      {read && "error" in read ? (
        <div className="panel">
          <ErrorState error={read.error} onRetry={load} />
        </div>
      ) : null}
      {read && "values" in read ? (
        <>
          <PaceForm initial={read.values} />
          <RuleSettings />
        </>
      ) : null}
    </div>
  );
}

/** Intervals and variables with an example beside them; saved together. */
function PaceForm({ initial }: { readonly initial: PaceValues }) {
  useSignals();
  const t = useText(paceTexts);
  const words = useText(common);
  const form = useMemo(
    () =>
      createPaceForm({
        initial,
        save: campaignCalls.saveSettings,
        onSaved: () => toast.success(text(paceTexts, "page.saved")),
        onFailure: toast.failure,
      }),
    [initial],
  );
  const field = useField(form);
  const seconds = (options: readonly number[]) =>
    options.map((id) => ({ id, label: id === 0 ? t("pace.none") : t("pace.seconds", { count: id }) }));
  return (
    <Form form={form} label={t("page.pace")} className="campaign-settings-form">
      <section className="panel campaign-settings-box">
        <header>
          <h2>{t("page.pace")}</h2>
          <p className="field-help">{t("page.paceHelp")}</p>
        </header>
        <div className="pace-columns">
          <div className="form">
            <Select
              {...field("messageInterval")}
              label={t("pace.messageInterval")}
              options={seconds(MESSAGE_INTERVALS)}
            />
            <Select
              {...field("longerIntervalAfter")}
              label={t("pace.longerIntervalAfter")}
              options={OTHER_INTERVALS.map((id) => ({
                id: id as number,
                label: id === 0 ? t("pace.never") : t("pace.messages", { count: id }),
              }))}
            />
            <Select
              {...field("greaterInterval")}
              label={t("pace.greaterInterval")}
              options={seconds(OTHER_INTERVALS)}
            />
          </div>
          <PaceExample pace={form.values.value} />
        </div>
      </section>
      <section className="panel campaign-settings-box">
        <header>
          <h2>{t("page.variables")}</h2>
          <p className="field-help">{t("page.variablesHelp")}</p>
        </header>
        <VariablesField form={form} />
      </section>
      <FormActions form={form} submitLabel={words("action.save")} />
    </Form>
  );
}

/** Maximum number of dots before the longer wait. */
const MAX_DOTS = 10;
/** Intervals below this risk a block of the number, s. */
const FAST_S = 5;

/** Explains the intervals by text and a row of dots. */
function PaceExample({ pace }: { readonly pace: Pace }) {
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
