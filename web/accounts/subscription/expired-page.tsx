import { useSignals } from "@preact/signals-react/runtime";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useMemo, useState } from "react";
import { PayDialog } from "#web/accounts/billing/pay-dialog.tsx";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { FrontLinks, FrontPage } from "#web/ui/layout/front-page.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { subscriptionTexts } from "./locales/index.ts";
import { SubscriptionModel, type SubscriptionState } from "./subscription-model.ts";
import "./subscription.css";

/**
 * Replaces every page while the company is expired: the payment, which opens without a press, and the logout. After
 * the payment the previous page is shown again.
 */
export function ExpiredPage() {
  useSignals();
  const t = useText(subscriptionTexts);
  const model = useMemo(() => new SubscriptionModel(api, null), []);
  useEffect(() => void model.load(), [model]);
  const state = model.state.value;
  const user = session.user.value;
  return (
    <FrontPage title={t("expired.title")} {...(user ? { text: user.company.name } : {})}>
      <div className="subscription-gate" aria-busy={state.kind === "loading"}>
        {state.kind === "loading" ? <Skeleton shape="block" height="180px" /> : null}
        {state.kind === "error" ? (
          <ErrorState title={t("page.loadFailed")} error={state.error} onRetry={() => void model.load()} />
        ) : null}
        {state.kind === "ready" ? <Owed state={state} dueDate={user?.company.dueDate ?? null} /> : null}
      </div>
      <FrontLinks>
        <Button variant="ghost" size="s" onPress={() => void session.renew()}>
          {t("expired.again")}
        </Button>
        <Button variant="ghost" size="s" onPress={() => void session.logout()}>
          {t("expired.logout")}
        </Button>
      </FrontLinks>
    </FrontPage>
  );
}

interface OwedProps {
  readonly state: Extract<SubscriptionState, { kind: "ready" }>;
  readonly dueDate: string | null;
}

function Owed({ state: { owed, isPaid }, dueDate }: OwedProps) {
  const t = useText(subscriptionTexts);
  const [isPaying, setPaying] = useState(owed !== null && !isPaid);
  return (
    <>
      <Callout tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
        {isPaid ? t("expired.mistake") : t("expired.past", { date: dueDate ? formatPureDate(dueDate) : "" })}
      </Callout>
      {owed && !isPaid ? (
        <>
          <p className="subscription-owed">
            <span>{owed.detail}</span>
            <strong>{formatMoney(owed.value)}</strong>
          </p>
          <Button variant="primary" onPress={() => setPaying(true)}>
            {t("expired.pay")}
          </Button>
        </>
      ) : null}
      {owed === null && !isPaid ? <p className="field-help">{t("expired.nothing")}</p> : null}
      {owed && isPaying ? (
        <PayDialog invoiceId={owed.id} onClose={() => setPaying(false)} onPaid={() => void session.renew()} />
      ) : null}
    </>
  );
}
