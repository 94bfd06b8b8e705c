import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ConnectionAnswer, OfficialNumbers } from "#channels/connections/contract.ts";
import { connectionCalls } from "#web/channels/connections/connections-api.ts";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { FacebookCredential } from "./facebook-login.ts";
import { createNumberPickerForm } from "./official-number-picker-form.ts";
import { VerifyNumber } from "./verify-number.tsx";

interface Props {
  readonly credential: FacebookCredential;
  /** Request the history of a number that stays in the WhatsApp Business app. */
  readonly importHistory: boolean;
  /** Begins with Facebook's login again. */
  readonly onRetry: () => void;
  readonly onSaved: (saved: ConnectionAnswer) => void;
  readonly onClose: () => void;
}

/** Lists the official numbers granted by the Facebook login and connects one of them. */
export function OfficialNumberPicker({ credential, importHistory, onRetry, onSaved, onClose }: Props) {
  const t = useText(connectionsTexts);
  const [found, setFound] = useState<OfficialNumbers | "failed" | null>(null);
  // The code or token is valid for one request.
  const requested = useRef<FacebookCredential | null>(null);
  useEffect(() => {
    if (requested.current === credential) return;
    requested.current = credential;
    connectionCalls.officialNumbers(credential).then(setFound, (error: unknown) => {
      toast.failure(error);
      setFound("failed");
    });
  }, [credential]);
  return (
    <Dialog title={t("official.chooseTitle")} onClose={onClose}>
      {found === null ? (
        <div className="official-wait" role="status" aria-label={t("official.reading")}>
          <Skeleton width="100%" height="44px" />
          <Skeleton width="100%" height="44px" />
        </div>
      ) : found === "failed" || found.numbers.length === 0 ? (
        <NoNumber businesses={found === "failed" ? null : found.businesses} {...{ onRetry, onClose }} />
      ) : (
        <Choice found={found} importHistory={importHistory} onSaved={onSaved} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface NoNumberProps extends Pick<Props, "onRetry" | "onClose"> {
  /** The granted accounts without numbers; null when they could not be read. */
  readonly businesses: readonly string[] | null;
}

/** Shows why the login returned no number, with a button to begin again. */
function NoNumber({ businesses, onRetry, onClose }: NoNumberProps) {
  const t = useText(connectionsTexts);
  const reason =
    businesses === null
      ? t("official.failed")
      : businesses.length === 0
        ? t("official.noNumbers")
        : t("official.noNumberYet", { business: businesses.join(", ") });
  return (
    <>
      <Callout tone="waiting">{reason}</Callout>
      <div className="form-actions">
        <Button onPress={onClose}>{t("official.close")}</Button>
        <Button variant="primary" onPress={onRetry}>
          {t("official.tryAgain")}
        </Button>
      </div>
    </>
  );
}

interface ChoiceProps extends Omit<Props, "credential" | "onRetry"> {
  readonly found: OfficialNumbers;
}

function Choice({ found, importHistory, onSaved, onClose }: ChoiceProps) {
  useSignals();
  const t = useText(connectionsTexts);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the language must not reset the form
  const { form, numberOf, choose } = useMemo(
    () =>
      createNumberPickerForm({
        found,
        importHistory,
        calls: connectionCalls,
        onFailure: toast.failure,
        onSaved: (answer) => {
          toast.success(t("official.connected"));
          saved.current(answer);
        },
      }),
    [found, importHistory],
  );
  const field = useField(form);
  const number = numberOf(form.value("phoneNumberId"));
  const [verified, setVerified] = useState<readonly string[]>([]);
  const mustVerify = number?.needsVerification === true && !verified.includes(number.phoneNumberId);
  return (
    <Form form={form} label={t("official.chooseTitle")}>
      <Select
        label={t("official.number")}
        options={found.numbers.map(({ phoneNumberId, phone, name, business }) => ({
          id: phoneNumberId,
          label: phone,
          detail: [name, business].filter((part) => part !== "").join(" · "),
        }))}
        value={form.value("phoneNumberId")}
        onChange={choose}
        isRequired
      />
      {mustVerify ? (
        <VerifyNumber
          key={number.phoneNumberId}
          grant={found.grant}
          number={number}
          onVerified={() => setVerified([...verified, number.phoneNumberId])}
        />
      ) : number?.connectionId === null ? (
        <TextField {...field("name")} label={t("field.name")} help={t("field.nameHelp")} isRequired />
      ) : (
        <Callout tone="info">{t("official.alreadyHere")}</Callout>
      )}
      {!mustVerify && number?.connectionId === null && number.needsPin ? (
        <TextField
          {...field("pin")}
          label={t("official.pin")}
          help={t("official.pinHelp")}
          inputMode="numeric"
          autoComplete="off"
          isRequired
        />
      ) : null}
      {mustVerify ? null : <FormActions form={form} submitLabel={t("official.connect")} onCancel={onClose} />}
    </Form>
  );
}
