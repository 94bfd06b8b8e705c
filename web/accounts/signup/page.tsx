import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo } from "react";
import { Link } from "react-aria-components/Link";
import { useLocation } from "wouter";
import { errorText } from "#web/i18n/error-text.ts";
import { language } from "#web/i18n/language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { FrontLinks, FrontPage } from "#web/ui/layout/front-page.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { signupTexts } from "./locales/index.ts";
import { PaymentStep } from "./payment-step.tsx";
import { SignupModel } from "./signup-model.ts";
import { SignupForm, StepBar } from "./steps.tsx";
import { WaitingStep } from "./waiting-step.tsx";
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
