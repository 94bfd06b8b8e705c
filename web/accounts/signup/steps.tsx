import { useSignals } from "@preact/signals-react/runtime";
import { Link } from "react-aria-components/Link";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, useField } from "#web/ui/form/form.tsx";
import { signupTexts } from "./locales/index.ts";
import { PlanChoice, PlanPrice } from "./plan-choice.tsx";
import { type SignupModel, STEPS, type Step } from "./signup-model.ts";

/** Progress of the sign-up: the current step is highlighted, earlier steps are links. */
export function StepBar({ model }: { readonly model: SignupModel }) {
  useSignals();
  const t = useText(signupTexts);
  const at = STEPS.indexOf(model.step.value);
  const isMade = model.made.value !== null;
  const confirms = model.confirms.value;
  const label = (step: Step) => t(step === "payment" && confirms ? "step.confirm" : `step.${step}`);
  return (
    <ol className="signup-steps" aria-label={t("page.steps")}>
      {STEPS.map((step, place) => (
        <li
          key={step}
          className={place < at ? "signup-step signup-step-done" : "signup-step"}
          {...(place === at ? { "aria-current": "step" } : {})}
        >
          <span className="signup-number" aria-hidden="true">
            {place + 1}
          </span>
          {place < at && !isMade ? (
            <button type="button" onClick={() => model.goTo(step)}>
              {label(step)}
            </button>
          ) : (
            <span>{label(step)}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The fields of the current step and the button to the next step, which Enter presses, too. */
export function SignupForm({ model }: { readonly model: SignupModel }) {
  useSignals();
  const t = useText(signupTexts);
  const step = model.step.value;
  return (
    <div
      onKeyDownCapture={(event) => {
        // Enter would submit the form; here it opens the next step.
        if (event.key !== "Enter" || (event.target as Element).tagName !== "INPUT") return;
        event.preventDefault();
        void model.next();
      }}
    >
      <Form form={model.form} label={t(`step.${step}`)} className="signup-form">
        <StepFields model={model} step={step} />
        <div className="signup-actions">
          {step === "data" ? null : <Button onPress={() => model.back()}>{t("page.back")}</Button>}
          <Button variant="primary" isPending={model.form.sending.value} onPress={() => void model.next()}>
            {t(step === "review" ? "page.create" : "page.next")}
          </Button>
        </div>
      </Form>
    </div>
  );
}

function StepFields({ model, step }: { readonly model: SignupModel; readonly step: Step }) {
  switch (step) {
    case "data":
      return <DataFields model={model} />;
    case "plan":
      return <PlanFields model={model} />;
    case "review":
      return <Review model={model} />;
    case "payment":
      return null;
  }
}

function DataFields({ model }: { readonly model: SignupModel }) {
  useSignals();
  const t = useText(signupTexts);
  const field = useField(model.form);
  return (
    <>
      <TextField {...field("name")} label={t("data.name")} autoComplete="organization" autoFocus isRequired />
      <TextField
        {...field("adminName")}
        label={t("data.adminName")}
        help={t("data.adminNameHelp")}
        autoComplete="name"
        isRequired
      />
      <TextField
        {...field("phone")}
        label={t("data.phone")}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="(11) 98765-4321"
      />
      <TextField
        {...field("email")}
        label={t("data.email")}
        help={t("data.emailHelp")}
        type="email"
        inputMode="email"
        autoComplete="username"
        isRequired
      />
      <PasswordField
        {...field("password")}
        label={t("data.password")}
        help={t("data.passwordHelp")}
        autoComplete="new-password"
        isRequired
      />
    </>
  );
}

function PlanFields({ model }: { readonly model: SignupModel }) {
  useSignals();
  const field = useField(model.form);
  const { value, error, onChange } = field("planId");
  return <PlanChoice plans={model.plans.value} value={value} onChange={onChange} error={error} />;
}

/** The review of all input before the account is created. */
function Review({ model }: { readonly model: SignupModel }) {
  useSignals();
  const t = useText(signupTexts);
  const { name, adminName, phone, email } = model.form.values.value;
  const plan = model.chosenPlan();
  const rows = [
    [t("data.name"), name],
    [t("data.adminName"), adminName],
    [t("data.phone"), phone || "—"],
    [t("data.email"), email],
  ] as const;
  return (
    <>
      <dl className="signup-review">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {plan ? (
          <div>
            <dt>{t("plan.label")}</dt>
            <dd>
              {plan.name} · <PlanPrice plan={plan} />
            </dd>
          </div>
        ) : null}
      </dl>
      <p className="field-help">{t(model.confirms.value ? "page.trialConfirmed" : "page.trial")}</p>
      <p className="field-help">
        {t("page.agree")}{" "}
        <Link href="/term" target="_blank" className="text-link">
          {t("page.term")}
        </Link>
        {" · "}
        <Link href="/privacy" target="_blank" className="text-link">
          {t("page.privacy")}
        </Link>
      </p>
    </>
  );
}
