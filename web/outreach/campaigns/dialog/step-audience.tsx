import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { connections } from "#web/lib/lists/connections.ts";
import type { Campaign } from "#web/outreach/campaigns/campaigns-api.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { Select } from "#web/ui/select/select.tsx";
import type { CampaignValues } from "./campaign-form.ts";
import { type Offers, withChosen } from "./offers.ts";

export interface StepProps {
  readonly form: FormModel<CampaignValues>;
  readonly campaign: Campaign | null;
  readonly offers: Offers;
  readonly isReadOnly: boolean;
}

/** Name, recipients and sending connection. */
export function AudienceStep({ form, campaign, offers, isReadOnly }: StepProps) {
  useSignals();
  const t = useText(campaignTexts);
  const field = useField(form);
  const counts = new Map(offers.contactLists?.map(({ id, contactsCount }) => [id, contactsCount]));
  return (
    <>
      <TextField
        {...field("name")}
        label={t("field.name")}
        isRequired
        isReadOnly={isReadOnly}
        autoFocus={hasKeyboard() && !isReadOnly}
      />
      <div className="form-row">
        <Select<number>
          {...field("contactListId")}
          label={t("field.contactList")}
          isDisabled={isReadOnly}
          options={[
            { id: 0, label: t("field.noList") },
            ...withChosen(offers.contactLists, campaign?.contactList).map(({ id, name }) => ({
              id,
              label: name,
              ...(counts.has(id) ? { detail: t("field.listOption", { count: counts.get(id) ?? 0 }) } : {}),
            })),
          ]}
        />
        <Select<number>
          {...field("tagListId")}
          label={t("field.tagList")}
          help={t("field.tagHelp")}
          isDisabled={isReadOnly}
          options={[
            { id: 0, label: t("field.noTag") },
            ...withChosen(offers.tags, campaign?.tagList).map(({ id, name }) => ({ id, label: name })),
          ]}
        />
      </div>
      <Select<number>
        {...field("whatsappId")}
        label={t("field.connection")}
        isDisabled={isReadOnly}
        options={[
          { id: 0, label: t("field.defaultConnection") },
          ...withChosen(
            connections.list.value.filter(({ channel }) => channel === "whatsapp"),
            campaign?.whatsapp,
          ).map(({ id, name }) => ({ id, label: name })),
        ]}
      />
    </>
  );
}
