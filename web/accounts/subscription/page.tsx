import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useState } from "react";
import { sessionAccess } from "#web/accounts/billing/billing-calls.ts";
import { PayDialog } from "#web/accounts/billing/pay-dialog.tsx";
import { ProviderContact } from "#web/accounts/billing/provider-contact.tsx";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { daysUntil, formatPureDate } from "#web/lib/format/dates.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { planLabel } from "#web/lib/format/plan-label.ts";
import { formatStorageLimit } from "#web/lib/format/storage-size.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { subscriptionTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { isKeptPaid, SubscriptionModel, type SubscriptionState } from "./subscription-model.ts";
import "./subscription.css";

/** The page of the subscription: end of the trial, the plan, and the payment (docs/rules/screens.md#subscription). */
export function SubscriptionPage() {
  useSignals();
  const t = useText(subscriptionTexts);
  const companyId = session.user.value?.company.id ?? null;
  const model = useMemo(() => new SubscriptionModel(api, companyId), [companyId]);
  useEffect(() => void model.load(), [model]);
  const state = model.state.value;
  return (
    <div className="page subscription">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
      </header>
      <div className="panel subscription-panel" aria-busy={state.kind === "loading"}>
        {state.kind === "loading" ? <Skeleton shape="block" height="300px" /> : null}
        {state.kind === "error" ? (
          <ErrorState title={t("page.loadFailed")} error={state.error} onRetry={() => void model.load()} />
        ) : null}
        {state.kind === "ready" ? <Bought state={state} onPaid={() => void model.load()} /> : null}
      </div>
    </div>
  );
}

interface BoughtProps {
  readonly state: Extract<SubscriptionState, { kind: "ready" }>;
  readonly onPaid: () => void;
}

function Bought({ state: { company, owed, pays }, onPaid }: BoughtProps) {
  useSignals();
  const t = useText(subscriptionTexts);
  const [isPaying, setPaying] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { trialExpiration = null, dueDate = null } = session.user.value?.company ?? {};
  // The provider's company and companies on a free plan never get an invoice.
  const isFree = owed === null && (dueDate === null || company?.plan.value === 0);
  return (
    <>
      <TrialNote trialExpiration={trialExpiration} dueDate={dueDate} />
      {company?.email ? <TextField label={t("page.email")} value={company.email} isReadOnly /> : null}
      <dl className="subscription-facts">
        <div>
          <dt>{t("page.plan")}</dt>
          <dd>
            {company
              ? `${planLabel(company.plan.name)} · ${t("page.perMonth", { value: formatMoney(company.plan.value) })}`
              : null}
          </dd>
        </div>
        {company ? (
          <div>
            <dt>{t("page.storage")}</dt>
            <dd>
              {company.plan.storageGb === 0
                ? t("page.storageFree")
                : formatStorageLimit(company.plan.storageGb)}
            </dd>
          </div>
        ) : null}
        {dueDate ? (
          <div>
            <dt>{t("page.due")}</dt>
            <dd>{formatPureDate(dueDate)}</dd>
          </div>
        ) : null}
      </dl>
      {owed ? null : <p className="field-help">{t(isFree ? "page.free" : "page.nothing")}</p>}
      {owed ? (
        <Button variant="primary" onPress={() => setPaying(true)}>
          {t("page.pay")}
        </Button>
      ) : null}
      {owed || isFree || pays || isKeptPaid(dueDate, trialExpiration) ? null : (
        <Button variant="primary" onPress={() => setAsking(true)}>
          {t("page.subscribe")}
        </Button>
      )}
      {isAsking ? (
        <Dialog title={t("page.contact")} size="s" onClose={() => setAsking(false)}>
          <p>{t("page.contactText")}</p>
          <ProviderContact
            calls={sessionAccess.calls}
            subject={t("page.contactSubject", { company: session.user.value?.company.name ?? "" })}
          />
        </Dialog>
      ) : null}
      {owed && isPaying ? (
        <PayDialog
          invoiceId={owed.id}
          onClose={() => setPaying(false)}
          onPaid={() => {
            setPaying(false);
            onPaid();
          }}
        />
      ) : null}
    </>
  );
}

interface TrialNoteProps {
  readonly trialExpiration: string | null;
  readonly dueDate: string | null;
}

/** Days left of the trial; empty for companies without a trial, or whose due date is later than its end. */
function TrialNote({ trialExpiration, dueDate }: TrialNoteProps) {
  const t = useText(subscriptionTexts);
  if (trialExpiration === null || (dueDate !== null && dueDate > trialExpiration)) return null;
  const count = daysUntil(trialExpiration);
  return <Callout tone={count > 0 ? "info" : "waiting"}>{trialWords(t, count)}</Callout>;
}

/** The last day is part of the trial. */
function trialWords(t: Translate<typeof pt>, days: number): string {
  if (days > 0) return t("page.trial", { count: days });
  return t(days === 0 ? "page.trialToday" : "page.trialOver");
}
