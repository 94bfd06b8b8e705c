import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo } from "react";
import { useLocation } from "wouter";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, useField } from "#web/ui/form/form.tsx";
import { FrontPage } from "#web/ui/layout/front-page.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { setupTexts } from "./locales/index.ts";
import { codeOf, SetupModel } from "./setup-model.ts";
import "./setup.css";

/** The first page of a fresh installation, opened by the one-time link. Afterwards the connections page is shown. */
export function SetupPage() {
  useSignals();
  const t = useText(setupTexts);
  const [, navigate] = useLocation();
  const code = useMemo(() => codeOf(globalThis.location.hash), []);
  const model = useMemo(
    () =>
      new SetupModel({
        api,
        session,
        code,
        onFailure: toast.failure,
        onDone: () => navigate("/connections", { replace: true }),
      }),
    [code, navigate],
  );
  useEffect(() => void model.ask(), [model]);
  switch (model.state.value) {
    case "asking":
      return (
        <FrontPage title={t("page.title")}>
          <Skeleton shape="block" height="320px" />
        </FrontPage>
      );
    case "error":
      return (
        <FrontPage title={t("page.title")}>
          <ErrorState onRetry={() => void model.ask()} />
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
      return code === "" ? (
        <FrontPage title={t("noCode.title")} text={t("noCode.text")}>
          {null}
        </FrontPage>
      ) : (
        <FrontPage title={t("page.title")} text={t("page.text")}>
          <SetupForm model={model} />
        </FrontPage>
      );
  }
}

/** Data of the first super user and of the company. */
function SetupForm({ model }: { readonly model: SetupModel }) {
  useSignals();
  const t = useText(setupTexts);
  const field = useField(model.form);
  const password = model.form.value("password");
  return (
    <Form form={model.form} label={t("page.title")}>
      <TextField
        {...field("companyName")}
        label={t("page.companyName")}
        autoComplete="organization"
        autoFocus
      />
      <TextField {...field("name")} label={t("page.name")} autoComplete="name" />
      <TextField
        {...field("email")}
        label={t("page.email")}
        help={t("page.emailHelp")}
        type="email"
        inputMode="email"
        autoComplete="username"
      />
      <PasswordField
        {...field("password")}
        label={t("page.password")}
        help={password === "" ? t("page.passwordHelp") : <StrengthMeter password={password} />}
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" isPending={model.form.sending.value}>
        {t("page.submit")}
      </Button>
    </Form>
  );
}

/** Warns of an easily guessed password, but accepts it. */
function StrengthMeter({ password }: { readonly password: string }) {
  const t = useText(setupTexts);
  const strength = passwordStrength(password);
  return (
    <span className={`strength strength-${strength}`}>
      <span className="strength-bar" aria-hidden="true" />
      {t(`strength.${strength}`)}
    </span>
  );
}

type Strength = "weak" | "fair" | "good";

/** Common parts of guessed passwords: words and keyboard rows, including Portuguese ones. */
const COMMON =
  /^(?:\d{1,8}|(.)\1*|qwerty\w*|asdf\w*|abc\d*|(?:senha|password|admin|mudar|teste|brasil|flamengo|corinthians|balcao)\W?\d{0,4}\W?)$/i;

/** Rough strength of a password; a weak one causes a warning, no refusal. */
export function passwordStrength(password: string): Strength {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  if (password.length < 8 || COMMON.test(password)) return "weak";
  return password.length >= 14 || (password.length >= 10 && kinds >= 3) ? "good" : "fair";
}
