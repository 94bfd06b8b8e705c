import { useSignals } from "@preact/signals-react/runtime";
import MailCheck from "lucide-react/icons/mail-check";
import { useEffect, useState } from "react";
import { Link } from "react-aria-components/Link";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { signupTexts } from "./locales/index.ts";
import type { SignupModel } from "./signup-model.ts";

export interface WaitingStepProps {
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
