import Check from "lucide-react/icons/check";
import { PLAN_FLAGS } from "#accounts/companies/contract.ts";
import type { OfferedPlan } from "#accounts/plans/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { formatStorageLimit } from "#web/lib/format/storage-size.ts";
import { signupTexts } from "./locales/index.ts";

export interface PlanChoiceProps {
  readonly plans: readonly OfferedPlan[];
  readonly value: number;
  readonly onChange: (planId: number) => void;
  readonly error: string | null;
}

/** The public plans as cards to choose from. */
export function PlanChoice({ plans, value, onChange, error }: PlanChoiceProps) {
  const t = useText(signupTexts);
  return (
    <fieldset className="signup-plan-choice" aria-invalid={error ? "true" : undefined}>
      <legend className="field-label">{t("plan.label")}</legend>
      {plans.map((plan) => (
        <label key={plan.id} className="signup-plan-card">
          <input
            type="radio"
            name="planId"
            value={plan.id}
            checked={plan.id === value}
            onChange={() => onChange(plan.id)}
          />
          <span className="signup-plan-words">
            <span className="signup-plan-head">
              <strong>{plan.name}</strong>
              <PlanPrice plan={plan} />
            </span>
            <span className="signup-plan-limits">
              <PlanLimits plan={plan} />
            </span>
            <PlanFeatures plan={plan} />
          </span>
        </label>
      ))}
      {error ? (
        <p className="field-error" role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** `R$ 99,90 por mês`. */
export function PlanPrice({ plan }: { readonly plan: OfferedPlan }) {
  const t = useText(signupTexts);
  return (
    <span className="signup-plan-price">
      {plan.value === 0 ? t("plan.free") : t("plan.perMonth", { value: formatMoney(plan.value) })}
    </span>
  );
}

function PlanLimits({ plan: { users, connections, queues, storageGb } }: { readonly plan: OfferedPlan }) {
  const t = useText(signupTexts);
  return [
    t("plan.users", { count: users }),
    t("plan.connections", { count: connections }),
    t("plan.queues", { count: queues }),
    storageGb === 0 ? t("plan.storageFree") : t("plan.storage", { storage: formatStorageLimit(storageGb) }),
  ].join(" · ");
}

function PlanFeatures({ plan }: { readonly plan: OfferedPlan }) {
  const t = useText(signupTexts);
  const has = PLAN_FLAGS.filter((flag) => plan[flag]);
  return has.length === 0 ? null : (
    <span className="signup-plan-features">
      {has.map((flag) => (
        <span key={flag} className="signup-plan-feature">
          <Check aria-hidden="true" />
          {t(`feature.${flag}`)}
        </span>
      ))}
    </span>
  );
}
