import { useSignals } from "@preact/signals-react/runtime";
import CircleCheck from "lucide-react/icons/circle-check-big";
import MailCheck from "lucide-react/icons/mail-check";
import { useEffect, useMemo, useState } from "react";
import { Link } from "react-aria-components/Link";
import { useLocation } from "wouter";
import type { SignedUp } from "#accounts/signup/contract.ts";
import { PayBill } from "#web/accounts/billing/pay-bill.tsx";
import { errorText } from "#web/i18n/errors/error-text.ts";
import { language } from "#web/i18n/language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { session } from "#web/lib/session/session.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { Button } from "#web/ui/button/button.tsx";
import { FrontLinks, FrontPage } from "#web/ui/layout/front-page.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { signupTexts } from "./locales/index.ts";
import { SignupModel } from "./signup-model.ts";
import { SignupForm, StepBar } from "./steps.tsx";
import "./signup.css";

/** Errors whose text is shown as it is; any other error has a text of the contract. */
const TOLD = new Set(["OFFLINE", "ERR_RATE_LIMIT", "ERR_SIGNUP_DISABLED"]);

/** The page of the sign-up: data, plan, review, payment (docs/rules/screens.md#sign-up-and-payment). */
export function SignupPage() {
  useSignals();
  const t = useText(signupTexts);
  const [, navigate] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the language must not reset the page
  const model = useMemo(
    () =>
      new SignupModel({
        api,
        referral: new URLSearchParams(globalThis.location.search).get("companyId"),
        language: () => (language.value === "pt" ? "pt-BR" : language.value),
        login: (email, password) => session.login(email, password),
        onSignedUp({ invoice, confirmEmail }) {
          if (confirmEmail) return;
          toast.success(t("done.mayLogIn"));
          if (!invoice) enter();
        },
        onFailure: (error) =>
          toast.error(
            error instanceof ApiError && TOLD.has(error.code) ? errorText(error) : t("done.failed"),
          ),
      }),
    [],
  );
  useEffect(() => void model.load(), [model]);
  // If the sign-in fails (network, rate limit), the user can repeat it on the login page.
  function enter(): void {
    model.enter().catch(() => navigate("/login", { replace: true }));
  }
  const made = model.made.value;
  switch (model.state.value) {
    case "asking":
      return (
        <FrontPage title={t("page.title")}>
          <Skeleton shape="block" height="380px" />
        </FrontPage>
      );
    case "error":
      return (
        <FrontPage title={t("page.title")}>
          <ErrorState title={t("page.loadFailed")} onRetry={() => void model.load()} />
        </FrontPage>
      );
    case "closed":
      return (
        <FrontPage title={t("closed.title")} text={t("closed.text")}>
          <div className="form">
            <Button variant="primary" onPress={() => navigate("/login", { replace: true })}>
              {t("closed.login")}
            </Button>
          </div>
        </FrontPage>
      );
    case "open":
      return (
        <FrontPage
          title={t(made?.confirmEmail ? "confirm.pageTitle" : "page.title")}
          {...(made?.confirmEmail ? {} : { text: t("page.text") })}
          size="middle"
        >
          <StepBar model={model} />
          {made?.confirmEmail ? (
            <WaitingStep model={model} email={made.email} />
          ) : made?.invoice ? (
            <PaymentStep made={made} onDone={enter} />
          ) : (
            <>
              <SignupForm model={model} />
              <FrontLinks>
                <Link href="/login" className="button button-ghost button-s">
                  {t("page.haveAccount")}
                </Link>
              </FrontLinks>
            </>
          )}
        </FrontPage>
      );
  }
}

interface PaymentStepProps {
  readonly made: SignedUp;
  /** Signs the new admin in. */
  readonly onDone: () => void;
}

/** Last step: the company exists, and paying now is optional. */
function PaymentStep({ made, onDone }: PaymentStepProps) {
  const t = useText(signupTexts);
  const [isPaying, setPaying] = useState(false);
  const { invoice, token } = made;
  return (
    <div className="signup-payment">
      <div className="signup-made" role="status">
        <CircleCheck aria-hidden="true" />
        <div>
          <strong>{t("payment.ready")}</strong>
          {invoice ? <p>{t("payment.until", { date: formatPureDate(invoice.dueDate) })}</p> : null}
        </div>
      </div>
      {invoice ? (
        <>
          <p className="signup-owed">
            <span>{invoice.detail}</span>
            <strong>{formatMoney(invoice.value)}</strong>
          </p>
          <Button variant="primary" onPress={() => setPaying(true)}>
            {t("payment.now")}
          </Button>
          <Button onPress={onDone}>{t("payment.later")}</Button>
        </>
      ) : null}
      {invoice && token && isPaying ? (
        <PayBill invoiceId={invoice.id} token={token} onPaid={onDone} onClose={() => setPaying(false)} />
      ) : null}
    </div>
  );
}

interface WaitingStepProps {
  readonly model: SignupModel;
  readonly email: string;
}

/** The confirmation link was mailed: next step, and what to do when no mail arrives. */
export function WaitingStep({ model, email }: WaitingStepProps) {
  useSignals();
  const t = useText(signupTexts);
  const [isTooEarly, setTooEarly] = useState(false);
  useEffect(
    () =>
      // The link was opened in another tab of this browser, which created the login session.
      storage.onChange((key, value) => {
        if (key === "token" && value) globalThis.location.assign("/");
      }),
    [],
  );
  const sendAgain = () =>
    model
      .sendAgain()
      .then((isSent) => isSent && toast.success(t("confirm.sent")))
      .catch(toast.failure);
  const enter = () =>
    model.tryEnter().catch((error: unknown) => {
      if (error instanceof ApiError && error.code === "ERR_EMAIL_NOT_CONFIRMED") setTooEarly(true);
      else toast.failure(error);
    });
  const isSending = model.isSending.value;
  return (
    <div className="signup-payment">
      <div className="signup-made signup-mailed" role="status">
        <MailCheck aria-hidden="true" />
        <div>
          <strong>{t("confirm.title")}</strong>
          <p>{t("confirm.text", { email })}</p>
        </div>
      </div>
      <p className="field-help">{t("confirm.hint")}</p>
      {isTooEarly ? <Callout tone="waiting">{t("confirm.tooEarly")}</Callout> : null}
      <Button variant="primary" isPending={isSending} onPress={() => void enter()}>
        {t("confirm.enter")}
      </Button>
      <Button isDisabled={isSending} onPress={() => void sendAgain()}>
        {t("confirm.again")}
      </Button>
      <Button variant="ghost" isDisabled={isSending} onPress={() => model.correct()}>
        {t("confirm.correct")}
      </Button>
      <Link href="/confirm" className="button button-ghost button-m">
        {t("confirm.code")}
      </Link>
    </div>
  );
}
