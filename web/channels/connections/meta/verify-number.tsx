import { useState } from "react";
import type { OfficialNumber } from "#channels/connections/contract.ts";
import { connectionCalls } from "#web/channels/connections/connections-api.ts";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { toast } from "#web/ui/toast/toast.ts";

interface Props {
  readonly grant: string;
  readonly number: OfficialNumber;
  readonly onVerified: () => void;
}

/** A number that the sign-up left unverified: Meta sends it a code, and its owner types it here. */
export function VerifyNumber({ grant, number: { phoneNumberId, phone }, onVerified }: Props) {
  const t = useText(connectionsTexts);
  const [code, setCode] = useState("");
  const [isSending, setSending] = useState(false);
  const run = async (call: () => Promise<unknown>, done: () => void) => {
    setSending(true);
    try {
      await call();
      done();
    } catch (error) {
      toast.failure(error);
    } finally {
      setSending(false);
    }
  };
  const request = (method: "SMS" | "VOICE") =>
    run(
      () => connectionCalls.requestNumberCode({ grant, phoneNumberId, method }),
      () => toast.success(t("official.codeSent")),
    );
  const verify = () =>
    run(
      () => connectionCalls.verifyNumber({ grant, phoneNumberId, code }),
      () => {
        toast.success(t("official.verified"));
        onVerified();
      },
    );
  return (
    <div className="official-verify">
      <Callout tone="waiting">{t("official.unverified")}</Callout>
      <div className="official-codes">
        <Button onPress={() => request("SMS")}>{t("official.sendSms")}</Button>
        <Button onPress={() => request("VOICE")}>{t("official.sendCall")}</Button>
      </div>
      <TextField
        label={t("official.code")}
        help={t("official.codeHelp", { phone })}
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button
        variant="primary"
        isDisabled={!/^\s*\d{3}-?\d{3}\s*$/.test(code)}
        isPending={isSending}
        onPress={verify}
      >
        {t("official.verify")}
      </Button>
    </div>
  );
}
