import { useSignals } from "@preact/signals-react/runtime";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useMemo } from "react";
import { Link } from "react-aria-components/Link";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api.ts";
import { formatPureDate } from "#web/lib/dates.ts";
import { session } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Form, useField } from "#web/ui/form.tsx";
import { FrontLinks, FrontPage } from "#web/ui/front-page.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { loginTexts } from "./locales/index.ts";
import { LoginModel, type Refusal } from "./login-model.ts";

/** E-mail and password (specification 001 section 2). */
export function LoginPage() {
  useSignals();
  const t = useText(loginTexts);
  const model = useMemo(
    () =>
      new LoginModel({
        session,
        api,
        onFailure: toast.failure,
        onEndingSoon: (count) => toast.info(count > 0 ? t("due.soon", { count }) : t("due.today")),
      }),
    [t],
  );
  const field = useField(model.form);
  useEffect(() => void model.ask(), [model]);
  return (
    <FrontPage title={t("page.welcome")} text={t("page.text")}>
      <Form form={model.form} label={t("page.title")}>
        {model.refusal.value ? <RefusalNote refusal={model.refusal.value} /> : null}
        {model.needsSetup.value ? <Callout tone="info">{t("setup.open")}</Callout> : null}
        <TextField
          {...field("email")}
          label={t("page.email")}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus
        />
        <PasswordField {...field("password")} label={t("page.password")} autoComplete="current-password" />
        <Button type="submit" variant="primary" isPending={model.form.sending.value}>
          {t("page.submit")}
        </Button>
      </Form>
      <FrontLinks>
        <Link href="/recovery" className="button button-ghost button-s">
          {t("page.forgot")}
        </Link>
      </FrontLinks>
      <p className="front-small">
        <Link href="/term">{t("page.term")}</Link>
        <span aria-hidden="true"> · </span>
        <Link href="/privacy">{t("page.privacy")}</Link>
      </p>
    </FrontPage>
  );
}

/** Why a company past its due date stays outside (specification 000 section 4). */
function RefusalNote({ refusal }: { readonly refusal: Refusal }) {
  const t = useText(loginTexts);
  return (
    <Callout tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
      {refusal.kind === "mistake"
        ? t("due.mistake")
        : t("due.past", { date: formatPureDate(refusal.dueDate) })}
    </Callout>
  );
}
