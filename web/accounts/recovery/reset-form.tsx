import { useSignals } from "@preact/signals-react/runtime";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, useField } from "#web/ui/form/form.tsx";
import { FrontLinks, FrontPage } from "#web/ui/layout/front-page.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { recoveryTexts } from "./locales/index.ts";
import type { RecoveryModel } from "./recovery-model.ts";

/** Form of the new password; e-mail and code are fields only when no link supplied them. */
export function ResetForm({ model }: { readonly model: RecoveryModel }) {
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
