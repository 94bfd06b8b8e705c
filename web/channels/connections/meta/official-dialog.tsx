import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, useRef, useState } from "react";
import type { ConnectionAnswer } from "#channels/connections/contract.ts";
import { connectionCalls } from "#web/channels/connections/connections-api.ts";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ChannelIcon } from "#web/ui/display/channel-icon.tsx";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { useOptions } from "#web/ui/form/use-options.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { startFacebookLogin } from "./facebook-login.ts";
import { createOfficialForm } from "./official-form.ts";

interface Props {
  /** Null adds a number; an id replaces the token of that connection. */
  readonly connectionId: number | null;
  readonly onSaved: (saved: ConnectionAnswer) => void;
  readonly onClose: () => void;
}

/** Connects an official number or replaces its token: by Facebook's login, else by ids and token. */
export function OfficialDialog({ connectionId, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(connectionsTexts);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the language must not reset the form
  const form = useMemo(
    () =>
      createOfficialForm({
        connectionId,
        calls: connectionCalls,
        onFailure: toast.failure,
        onSaved: (answer) => {
          toast.success(t("official.connected"));
          saved.current(answer);
        },
      }),
    [connectionId],
  );
  const field = useField(form);
  const loginUrl = useOptions(connectionCalls.officialLogin)?.[0]?.loginUrl ?? null;
  const [wantsHistory, setWantsHistory] = useState(true);
  const leave = () => {
    const here = new URL(window.location.href);
    if (loginUrl)
      window.location.assign(startFacebookLogin(loginUrl, "official", here, sessionStorage, wantsHistory));
  };
  const title = t(connectionId === null ? "official.title" : "official.again");
  return (
    <FormDialog form={form} title={title} submitLabel={t("official.connect")} onClose={onClose}>
      {loginUrl ? (
        <>
          <p className="facebook-hint">{t("official.loginIntro")}</p>
          {connectionId === null ? (
            <Switch
              label={t("official.importHistory")}
              help={t("official.importHistoryHelp")}
              value={wantsHistory}
              onChange={setWantsHistory}
            />
          ) : null}
          <Button variant="primary" icon={<ChannelIcon channel="facebook" isSilent />} onPress={leave}>
            {t("facebook.login")}
          </Button>
        </>
      ) : null}
      <p className="facebook-hint">{t(loginUrl ? "official.orByHand" : "official.intro")}</p>
      {connectionId === null ? (
        <>
          <TextField
            {...field("name")}
            label={t("field.name")}
            help={t("field.nameHelp")}
            isRequired
            autoFocus={hasKeyboard()}
          />
          <TextField
            {...field("phoneNumberId")}
            label={t("official.phoneNumberId")}
            inputMode="numeric"
            autoComplete="off"
            isRequired
          />
          <TextField
            {...field("businessAccountId")}
            label={t("official.businessAccountId")}
            inputMode="numeric"
            autoComplete="off"
            isRequired
          />
        </>
      ) : null}
      <PasswordField
        {...field("accessToken")}
        label={t("official.accessToken")}
        autoComplete="off"
        isRequired
      />
    </FormDialog>
  );
}
