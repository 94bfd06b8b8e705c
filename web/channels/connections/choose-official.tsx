import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ConnectionAnswer, OfficialNumbers } from "#channels/connections/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { createChooseForm } from "./choose-official-form.ts";
import { connectionCalls } from "./connections-api.ts";
import type { Brought } from "./facebook-login.ts";
import { connectionsTexts } from "./locales/index.ts";

interface Props {
  readonly brought: Brought;
  readonly onSaved: (saved: ConnectionAnswer) => void;
  readonly onClose: () => void;
}

/** Somebody comes back from Facebook: their official numbers are listed, and one of them is connected. */
export function ChooseOfficial({ brought, onSaved, onClose }: Props) {
  const t = useText(connectionsTexts);
  const [found, setFound] = useState<OfficialNumbers | null>(null);
  const close = useRef(onClose);
  close.current = onClose;
  // What came back is good for one call.
  const asked = useRef<Brought | null>(null);
  useEffect(() => {
    if (asked.current === brought) return;
    asked.current = brought;
    connectionCalls.officialNumbers(brought).then(setFound, (error: unknown) => {
      toast.failure(error);
      close.current();
    });
  }, [brought]);
  return (
    <Dialog title={t("official.chooseTitle")} onClose={onClose}>
      {found === null ? (
        <div className="official-wait" role="status" aria-label={t("official.reading")}>
          <Skeleton width="100%" height="44px" />
          <Skeleton width="100%" height="44px" />
        </div>
      ) : found.numbers.length === 0 ? (
        <>
          <Callout tone="info">{t("official.noNumbers")}</Callout>
          <Button onPress={onClose}>{t("official.close")}</Button>
        </>
      ) : (
        <Choice found={found} onSaved={onSaved} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ChoiceProps extends Omit<Props, "brought"> {
  readonly found: OfficialNumbers;
}

function Choice({ found, onSaved, onClose }: ChoiceProps) {
  useSignals();
  const t = useText(connectionsTexts);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts that change their language must not undo what is being typed
  const { form, numberOf, choose } = useMemo(
    () =>
      createChooseForm({
        found,
        calls: connectionCalls,
        onFailure: toast.failure,
        onSaved: (answer) => {
          toast.success(t("official.connected"));
          saved.current(answer);
        },
      }),
    [found],
  );
  const field = useField(form);
  const number = numberOf(form.value("phoneNumberId"));
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
      {number?.connectionId === null ? (
        <TextField {...field("name")} label={t("field.name")} help={t("field.nameHelp")} isRequired />
      ) : (
        <Callout tone="info">{t("official.alreadyHere")}</Callout>
      )}
      {number?.connectionId === null && number.needsPin ? (
        <TextField
          {...field("pin")}
          label={t("official.pin")}
          help={t("official.pinHelp")}
          inputMode="numeric"
          autoComplete="off"
          isRequired
        />
      ) : null}
      <FormActions form={form} submitLabel={t("official.connect")} onCancel={onClose} />
    </Form>
  );
}
