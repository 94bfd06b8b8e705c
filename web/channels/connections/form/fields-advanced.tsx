import { useSignals } from "@preact/signals-react/runtime";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { useSecretProps } from "#web/ui/field/secret-props.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { randomToken } from "./connection-form-model.ts";
import type { FieldsProps } from "./fields-general.tsx";
import { NumberField } from "./number-field.tsx";

export function AdvancedFields({ form, channel, weakToken }: FieldsProps) {
  useSignals();
  const t = useText(connectionsTexts);
  const field = useField(form);
  const secret = useSecretProps(t(weakToken ? "field.tokenWeak" : "field.tokenHelp"));
  const proxy = useSecretProps(t("field.proxyHelp"));
  return (
    <>
      <TextField
        {...field("token")}
        label={t("field.token")}
        {...secret}
        autoComplete="off"
        suffix={
          secret.isDisabled ? null : (
            <Button size="s" variant="ghost" onPress={() => form.set("token", randomToken())}>
              {t("field.newToken")}
            </Button>
          )
        }
      />
      {channel === "whatsapp" ? (
        <TextField
          {...field("proxyUrl")}
          label={t("field.proxyUrl")}
          {...proxy}
          autoComplete="off"
          inputMode="url"
        />
      ) : null}
      <div className="form-row">
        <NumberField
          form={form}
          name="sendIntervalMs"
          label={t("field.sendIntervalMs")}
          unit={t("form.milliseconds")}
          zero="noWait"
        />
        <NumberField
          form={form}
          name="apiRatePerMinute"
          label={t("field.apiRatePerMinute")}
          unit={t("form.perMinute")}
          zero="unlimited"
        />
      </div>
      {channel === "whatsapp" && form.value("provider") !== "cloud" ? <PhoneFields form={form} /> : null}
      {form.value("provider") === "cloud" ? <OfficialFields form={form} /> : null}
    </>
  );
}

/** Joining short texts: Meta charges each message of an official number. */
function OfficialFields({ form }: Pick<FieldsProps, "form">) {
  useSignals();
  const t = useText(connectionsTexts);
  const field = useField(form);
  return (
    <>
      <Select
        label={t("field.bundleFor")}
        help={t("field.bundleForHelp")}
        options={(["off", "automatic", "everybody"] as const).map((id) => ({
          id,
          label: t(`bundle.${id}`),
        }))}
        value={form.value("bundleFor")}
        onChange={(who) => form.set("bundleFor", who)}
      />
      {form.value("bundleFor") === "off" ? null : (
        <TextField {...field("bundleSeconds")} label={t("field.bundleSeconds")} inputMode="numeric" />
      )}
    </>
  );
}

/** Engine and history: only for connections that are paired with a phone. */
function PhoneFields({ form }: Pick<FieldsProps, "form">) {
  useSignals();
  const t = useText(connectionsTexts);
  return (
    <>
      <Select
        label={t("field.provider")}
        options={[
          { id: "beta" as const, label: t("field.providerBeta") },
          { id: "stable" as const, label: t("field.providerStable") },
        ]}
        value={form.value("provider")}
        onChange={(provider) => form.set("provider", provider)}
      />
      <Switch
        label={t("field.importHistory")}
        help={t("field.importHistoryHelp")}
        value={form.value("importHistory")}
        onChange={(value) => form.set("importHistory", value)}
      />
      <NumberField
        form={form}
        name="newChatsPerDay"
        label={t("field.newChatsPerDay")}
        unit={t("form.perDay")}
        help={t("field.newChatsPerDayHelp")}
        zero="unlimited"
      />
      <Switch
        label={t("field.newNumber")}
        help={t("field.newNumberHelp")}
        value={form.value("newNumber")}
        onChange={(value) => form.set("newNumber", value)}
      />
      <NumberField
        form={form}
        name="reconcileChats"
        label={t("field.reconcileChats")}
        help={t("field.reconcileChatsHelp")}
        unit={t("form.perNight")}
        zero="never"
      />
    </>
  );
}
