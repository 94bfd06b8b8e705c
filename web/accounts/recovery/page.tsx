import { useSignals } from "@preact/signals-react/runtime";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useMemo } from "react";
import { Link } from "react-aria-components/Link";
import { useLocation } from "wouter";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, useField } from "#web/ui/form/form.tsx";
import { FrontLinks, FrontPage } from "#web/ui/layout/front-page.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { recoveryTexts } from "./locales/index.ts";
import { invitationOf, RecoveryModel } from "./recovery-model.ts";

/** Password recovery: requests a code by mail, or sets a new password with one. */
export function RecoveryPage() {
  useSignals();
  const t = useText(recoveryTexts);
  const [, navigate] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the language must not reset the page
  const model = useMemo(
    () =>
      new RecoveryModel({
        api,
        onFailure: toast.failure,
        onDone() {
          // The new password ends all login sessions, including that of this browser.
          session.end();
          toast.success(t("reset.done"));
          navigate("/login", { replace: true });
        },
      }),
    [],
  );
  useEffect(() => {
    if (!takeLink(model)) void model.start();
    // The link was opened in a tab that already shows this page.
    const take = () => takeLink(model);
    globalThis.addEventListener("hashchange", take);
    return () => globalThis.removeEventListener("hashchange", take);
  }, [model]);
  switch (model.step.value) {
    case "asking":
    case "done":
      return (
        <FrontPage title={t("ask.title")}>
          <Skeleton shape="block" height="190px" />
        </FrontPage>
      );
    case "error":
      return (
        <FrontPage title={t("ask.title")}>
          <ErrorState onRetry={() => void model.askAgain()} />
        </FrontPage>
      );
    case "noMail":
      return (
        <FrontPage title={t("noMail.title")} text={t("noMail.text")}>
          <p className="front-text">{t("noMail.admin")}</p>
          <ToLogin />
        </FrontPage>
      );
    case "ask":
      return <AskStep model={model} />;
    case "sent":
      return <SentStep model={model} />;
    case "reset":
      return <ResetForm model={model} />;
  }
}

/** Removes the code from the address, because it would remain in the history; false when there is none. */
function takeLink(model: RecoveryModel): boolean {
  const invitation = invitationOf(globalThis.location.hash);
  if (!invitation) return false;
  history.replaceState(history.state, "", "/recovery");
  model.invite(invitation);
  return true;
}

function AskStep({ model }: { readonly model: RecoveryModel }) {
  useSignals();
  const t = useText(recoveryTexts);
  const field = useField(model.ask);
  return (
    <FrontPage title={t("ask.title")} text={t("ask.text")}>
      <Form form={model.ask} isPassing label={t("ask.title")}>
        <TextField
          {...field("email")}
          label={t("ask.email")}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoFocus
        />
        <Button type="submit" variant="primary" isPending={model.ask.sending.value}>
          {t("ask.submit")}
        </Button>
      </Form>
      <FrontLinks>
        <Button variant="ghost" size="s" onPress={() => model.enterCode()}>
          {t("ask.haveCode")}
        </Button>
        <LoginButton />
      </FrontLinks>
    </FrontPage>
  );
}

function SentStep({ model }: { readonly model: RecoveryModel }) {
  useSignals();
  const t = useText(recoveryTexts);
  const { email } = model.ask.values.value;
  return (
    <FrontPage title={t("sent.title")} text={t("sent.text", { email: email.trim() })}>
      <p className="front-text">{t("sent.hint")}</p>
      <div className="form">
        <Button variant="primary" onPress={() => model.enterCode()}>
          {t("sent.enter")}
        </Button>
      </div>
      <FrontLinks>
        <Button variant="ghost" size="s" onPress={() => void model.askAgain()}>
          {t("sent.again")}
        </Button>
        <LoginButton />
      </FrontLinks>
    </FrontPage>
  );
}

function ToLogin() {
  return (
    <FrontLinks>
      <LoginButton />
    </FrontLinks>
  );
}

function LoginButton() {
  const t = useText(recoveryTexts);
  return (
    <Link href="/login" className="button button-ghost button-s">
      {t("ask.toLogin")}
    </Link>
  );
}

/** Form of the new password; e-mail and code are fields only when no link supplied them. */
function ResetForm({ model }: { readonly model: RecoveryModel }) {
  useSignals();
  const t = useText(recoveryTexts);
  const form = model.reset;
  const field = useField(form);
  const cameByLink = model.invited.value;
  const { email } = form.values.value;
  return (
    <FrontPage title={t("reset.title")} text={cameByLink ? t("reset.forEmail", { email }) : t("reset.text")}>
      <Form form={form} isPassing label={t("reset.title")}>
        {model.wrongCode.value ? (
          <Callout tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
            {t("reset.wrong")}
          </Callout>
        ) : null}
        {cameByLink ? null : (
          <>
            <TextField
              {...field("email")}
              label={t("ask.email")}
              type="email"
              inputMode="email"
              autoComplete="username"
              autoFocus={email === ""}
            />
            <TextField
              {...field("token")}
              label={t("reset.code")}
              autoComplete="one-time-code"
              autoFocus={email !== ""}
            />
          </>
        )}
        <PasswordField
          {...field("password")}
          label={t("reset.password")}
          help={t("reset.passwordHelp")}
          autoComplete="new-password"
          autoFocus={cameByLink}
        />
        <Button type="submit" variant="primary" isPending={form.sending.value}>
          {t("reset.submit")}
        </Button>
      </Form>
      <FrontLinks>
        <Button variant="ghost" size="s" onPress={() => void model.askAgain()}>
          {t("reset.askAgain")}
        </Button>
      </FrontLinks>
    </FrontPage>
  );
}
