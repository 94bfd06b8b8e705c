import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, useRef } from "react";
import * as v from "valibot";
import { ConnectFacebookBody, type ConnectionAnswer } from "#channels/connections/contract.ts";
import { type ConnectionCalls, connectionCalls } from "#web/channels/connections/connections-api.ts";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ChannelIcon } from "#web/ui/display/channel-icon.tsx";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { useOptions } from "#web/ui/form/use-options.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { startFacebookLogin } from "./facebook-login.ts";

export interface FacebookValues extends Readonly<Record<string, unknown>> {
  readonly facebookUserId: string;
  readonly facebookUserToken: string;
  readonly addInstagram: boolean;
}

export interface FacebookFormOptions {
  readonly addInstagram: boolean;
  readonly calls: Pick<ConnectionCalls, "connectFacebook">;
  readonly onSaved: (saved: readonly ConnectionAnswer[]) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Pasted id and token of a Facebook user: the alternative to Facebook's login. */
export function createFacebookForm({ addInstagram, calls, onSaved, onFailure }: FacebookFormOptions) {
  return new FormModel<FacebookValues>({
    initial: { facebookUserId: "", facebookUserToken: "", addInstagram },
    schema: v.pipe(
      v.custom<FacebookValues>(() => true),
      v.transform((values): v.InferInput<typeof ConnectFacebookBody> => values),
      ConnectFacebookBody,
    ),
    delayMs: ADMIN_SUBMIT_DELAY_MS,
    onFailure,
    submit: async (values) => onSaved(await calls.connectFacebook(values)),
  });
}

interface Props {
  /** Instagram was chosen: also connect the Instagram accounts of the pages. */
  readonly addInstagram: boolean;
  readonly onSaved: (saved: readonly ConnectionAnswer[]) => void;
  readonly onClose: () => void;
}

/** Connects the pages of a Facebook user: by Facebook's login when the installation has an app, else by a token. */
export function FacebookDialog({ addInstagram, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(connectionsTexts);
  const login = useOptions(connectionCalls.facebookLogin);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  const form = useMemo(
    () =>
      createFacebookForm({
        addInstagram,
        calls: connectionCalls,
        onFailure: toast.failure,
        onSaved: (answer) => saved.current(answer),
      }),
    [addInstagram],
  );
  const field = useField(form);
  const { close, guard } = useUnsavedGuard(form, onClose);
  const loginUrl = login?.[0]?.loginUrl ?? null;
  const leave = () => {
    const here = new URL(window.location.href);
    const wanted = form.value("addInstagram") ? "instagram" : "pages";
    if (loginUrl) window.location.assign(startFacebookLogin(loginUrl, wanted, here, sessionStorage));
  };
  const title = t(addInstagram ? "facebook.instagramTitle" : "facebook.title");
  return (
    <>
      <Dialog title={title} onClose={close}>
        <Form form={form} label={title}>
          <p className="facebook-hint">{t("facebook.intro")}</p>
          <Switch
            label={t("facebook.addInstagram")}
            help={t("facebook.addInstagramHelp")}
            value={form.value("addInstagram")}
            onChange={(on) => form.set("addInstagram", on)}
          />
          {loginUrl ? (
            <Button variant="primary" icon={<ChannelIcon channel="facebook" isSilent />} onPress={leave}>
              {t("facebook.login")}
            </Button>
          ) : null}
          {login && !loginUrl ? <Callout tone="info">{t("facebook.noApp")}</Callout> : null}
          {loginUrl ? <p className="facebook-hint">{t("facebook.orToken")}</p> : null}
          <TextField
            {...field("facebookUserId")}
            label={t("facebook.userId")}
            help={t("facebook.userIdHelp")}
            inputMode="numeric"
            autoComplete="off"
            isRequired
            autoFocus={!loginUrl && hasKeyboard()}
          />
          <PasswordField
            {...field("facebookUserToken")}
            label={t("facebook.userToken")}
            help={t("facebook.userTokenHelp")}
            autoComplete="off"
            isRequired
          />
          <FormActions form={form} submitLabel={t("facebook.connect")} onCancel={close} />
        </Form>
      </Dialog>
      {guard}
    </>
  );
}
