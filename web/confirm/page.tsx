import { useSignals } from "@preact/signals-react/runtime";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useMemo } from "react";
import { Link } from "react-aria-components/Link";
import { useLocation } from "wouter";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Form, useField } from "#web/ui/form.tsx";
import { FrontLinks, FrontPage } from "#web/ui/front-page.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { ConfirmModel } from "./confirm-model.ts";
import { confirmTexts } from "./locales/index.ts";

/** Where the link of the mail leads: one press confirms the e-mail of a sign-up. */
export function ConfirmPage() {
  useSignals();
  const t = useText(confirmTexts);
  const [, navigate] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language must not begin anew
  const model = useMemo(
    () =>
      new ConfirmModel({
        api,
        onFailure: toast.failure,
        onDone() {
          toast.success(t("page.done"));
          navigate("/login", { replace: true });
        },
      }),
    [],
  );
  useEffect(() => {
    const take = () => {
      // The code would stay in the history.
      if (model.invite(globalThis.location.hash)) history.replaceState(history.state, "", "/confirm");
    };
    take();
    globalThis.addEventListener("hashchange", take);
    return () => globalThis.removeEventListener("hashchange", take);
  }, [model]);
  const field = useField(model.form);
  const isInvited = model.isInvited.value;
  return (
    <FrontPage title={t("page.title")} text={t(isInvited ? "page.invited" : "page.typed")}>
      <Form form={model.form} isPassing label={t("page.title")}>
        {model.isWrong.value ? (
          <Callout tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
            {t("page.wrong")}
          </Callout>
        ) : null}
        {isInvited ? null : (
          <TextField {...field("token")} label={t("page.code")} autoComplete="one-time-code" autoFocus />
        )}
        <Button type="submit" variant="primary" isPending={model.form.sending.value}>
          {t("page.submit")}
        </Button>
      </Form>
      <FrontLinks>
        <Link href="/login" className="button button-ghost button-s">
          {t("page.toLogin")}
        </Link>
      </FrontLinks>
    </FrontPage>
  );
}
