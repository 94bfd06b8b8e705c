import { useSignals } from "@preact/signals-react/runtime";
import MailCheck from "lucide-react/icons/mail-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useMemo, useState } from "react";
import { Link } from "react-aria-components/Link";
import { billingTexts } from "#web/accounts/billing/locales/index.ts";
import { preloadTexts, text } from "#web/i18n/dictionary.ts";
import { errorText } from "#web/i18n/errors/error-text.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, useField } from "#web/ui/form/form.tsx";
import { FrontLinks, FrontPage } from "#web/ui/layout/front-page.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { loginTexts } from "./locales/index.ts";
import { LoginModel, type Refusal } from "./login-model.ts";

const PayBill = lazyLayer(async () => {
  const [part] = await Promise.all([
    import("#web/accounts/billing/pay-bill.tsx"),
    preloadTexts(billingTexts),
  ]);
  return part.PayBill;
});

/** Login form with e-mail and password (docs/rules/screens.md#sign-up-and-payment). */
export function LoginPage() {
  useSignals();
  const t = useText(loginTexts);
  const model = useMemo(
    () =>
      new LoginModel({
        session,
        api,
        onFailure: toast.failure,
        email: emailOf(globalThis.history.state),
        onSentAgain: () => toast.success(text(loginTexts, "confirm.sent")),
        onEndingSoon: (count) => toast.info(text(loginTexts, "due.soon", { count })),
      }),
    [],
  );
  const field = useField(model.form);
  const isKnown = emailOf(globalThis.history.state) !== "";
  const [isPaying, setPaying] = useState(false);
  const refusal = model.refusal.value;
  const bill = refusal?.kind === "past" ? refusal.bill : null;
  // The payment dialog opens without a press (docs/rules/screens.md#session-in-the-browser).
  useEffect(() => setPaying(bill !== null), [bill]);
  useEffect(() => void model.ask(), [model]);
  useEffect(
    () => () => {
      session.refusal.value = null;
    },
    [],
  );
  return (
    <FrontPage title={t("page.welcome")} text={t("page.text")}>
      <Form form={model.form} isPassing label={t("page.title")}>
        {refusal ? <RefusalNote model={model} refusal={refusal} onPay={() => setPaying(true)} /> : null}
        {isSwitchedOff(session.refusal.value) && !refusal ? (
          <Callout tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
            {errorText(session.refusal.value)}
          </Callout>
        ) : null}
        {model.needsSetup.value ? <Callout tone="info">{t("setup.open")}</Callout> : null}
        <TextField
          {...field("email")}
          label={t("page.email")}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus={!isKnown}
        />
        <PasswordField
          {...field("password")}
          label={t("page.password")}
          autoComplete="current-password"
          autoFocus={isKnown}
        />
        <Button type="submit" variant="primary" isPending={model.form.sending.value}>
          {t("page.submit")}
        </Button>
      </Form>
      <FrontLinks>
        <Link href="/recovery" className="button button-ghost button-s">
          {t("page.forgot")}
        </Link>
        {model.mayJoin.value ? (
          <Link href="/signup" className="button button-ghost button-s">
            {t("page.signup")}
          </Link>
        ) : null}
      </FrontLinks>
      <p className="front-small">
        <Link href="/term">{t("page.term")}</Link>
        <span aria-hidden="true"> · </span>
        <Link href="/privacy">{t("page.privacy")}</Link>
      </p>
      {bill && isPaying ? (
        <PayBill
          {...bill}
          onClose={() => setPaying(false)}
          onPaid={() => {
            setPaying(false);
            void model.form.submit();
          }}
        />
      ) : null}
    </FrontPage>
  );
}

/** The e-mail that the previous page stored in the history entry. */
function emailOf(state: unknown): string {
  const email = state && typeof state === "object" && "email" in state ? state.email : "";
  return typeof email === "string" ? email : "";
}

/** Of the reasons why the server ends a session, only this one has a text. */
const isSwitchedOff = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "ERR_COMPANY_INACTIVE";

interface RefusalNoteProps {
  readonly model: LoginModel;
  readonly refusal: Refusal;
  readonly onPay: () => void;
}

/** Why the login was refused (docs/rules/screens.md#session-in-the-browser; or an unconfirmed sign-up). */
function RefusalNote({ model, refusal, onPay }: RefusalNoteProps) {
  useSignals();
  const t = useText(loginTexts);
  if (refusal.kind === "unconfirmed")
    return (
      <Callout tone="info" icon={<MailCheck aria-hidden="true" />}>
        {t("confirm.waits", { email: refusal.email })}
        <p>
          <Button size="s" isPending={model.isSending.value} onPress={() => void model.sendAgain()}>
            {t("confirm.again")}
          </Button>{" "}
          <Link href="/confirm" className="button button-ghost button-s">
            {t("confirm.code")}
          </Link>
        </p>
      </Callout>
    );
  return (
    <Callout tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
      {refusal.kind === "mistake"
        ? t("due.mistake")
        : t("due.past", { date: formatPureDate(refusal.dueDate) })}
      {refusal.kind === "past" && refusal.bill ? (
        <p>
          <Button size="s" onPress={onPay}>
            {t("due.pay")}
          </Button>
        </p>
      ) : null}
    </Callout>
  );
}
