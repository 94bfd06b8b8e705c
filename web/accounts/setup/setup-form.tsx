import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, useField } from "#web/ui/form/form.tsx";
import { setupTexts } from "./locales/index.ts";
import type { SetupModel } from "./setup-model.ts";
import "./setup.css";

/** Data of the first super user and of the company. */
export function SetupForm({ model }: { readonly model: SetupModel }) {
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
