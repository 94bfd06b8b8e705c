import { useSignals } from "@preact/signals-react/runtime";
import { chosenOf, type TemplateAnswer } from "#channels/templates/contract.ts";
import { SLOTS, type Slot } from "#outreach/campaigns/contract.ts";
import { HeadingFile } from "#web/channels/templates/heading-file.tsx";
import { TemplateFields } from "#web/channels/templates/template-fields.tsx";
import { useText } from "#web/i18n/use-text.ts";
import { useCategoryPrices } from "#web/inbox/costs/template-prices.ts";
import { LIST_COLUMNS } from "#web/inbox/variables/campaign-names.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { useField } from "#web/ui/form/form.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { senderOf } from "./offers.ts";
import { SlotTabs } from "./slot-tabs.tsx";
import type { StepProps } from "./step-audience.tsx";

interface Props extends StepProps {
  readonly templates: readonly TemplateAnswer[] | null;
  readonly slot: Slot;
  readonly onSlot: (slot: Slot) => void;
}

/** For official numbers: up to five approved templates as variants, and their heading file. */
export function TemplatesStep({ form, campaign, offers, isReadOnly, templates, slot, onSlot }: Props) {
  useSignals();
  const t = useText(campaignTexts);
  const field = useField(form);
  const errorOf = (name: `template${Slot}`) =>
    form.problem(name) === "unknown_variable"
      ? field(name).error
      : form.problem(name) && t("field.templateMissing");
  const names = [...LIST_COLUMNS, ...(offers.settings?.variables.map(({ key }) => key) ?? [])];
  const variables = names.map((name) => ({ label: `{${name}}`, text: `{${name}}` }));
  const sender = senderOf(form.value("whatsappId"));
  const chosen = SLOTS.filter((each) => form.value(`template${each}`) !== null);
  const headed = chosen
    .map((each) => chosenOf(templates ?? [], form.value(`template${each}`)))
    .find((template) => template?.media);
  const file = form.value("file");
  const hasFile = file.kind === "put" || (file.kind === "keep" && campaign?.mediaName != null);
  const problem = form.problem("file");
  const prices = useCategoryPrices(sender?.id ?? 0, sender?.provider === "cloud");
  return (
    <>
      <Callout tone="info">{t("field.official")}</Callout>
      <SlotTabs
        slot={slot}
        onSlot={onSlot}
        filled={chosen}
        label={(each) => t("field.tabTemplate", { slot: each })}
        panel={(each) => (
          <TemplateFields
            label={t("field.template", { slot: each })}
            help={t("field.templateHelp")}
            none={t("field.noTemplate")}
            templates={templates}
            value={form.value(`template${each}`)}
            onChange={(choice) => form.set(`template${each}`, choice)}
            error={errorOf(`template${each}`)}
            variables={variables}
            braces="campaign"
            prices={prices}
            isReadOnly={isReadOnly}
          />
        )}
      />
      {chosen.length > 1 ? <p className="field-help">{t("field.variants")}</p> : null}
      {headed || hasFile ? (
        <HeadingFile
          template={headed ?? null}
          value={file}
          onChange={(change) => form.set("file", change)}
          mediaName={campaign?.mediaName ?? null}
          mediaPath={campaign?.mediaPath ?? null}
          isReadOnly={isReadOnly}
          error={problem === null ? null : problem === "required" ? "required" : "invalid"}
        />
      ) : null}
    </>
  );
}
