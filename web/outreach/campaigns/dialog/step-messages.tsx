import { useSignals } from "@preact/signals-react/runtime";
import { MAX_TEXT, SLOTS, type Slot } from "#outreach/campaigns/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { refusal } from "#web/inbox/messages/composer/attachments.ts";
import { CAMPAIGN_NAMES, campaignName } from "#web/inbox/variables/campaign-names.ts";
import { VariableArea } from "#web/inbox/variables/variable-area.tsx";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { FileInput } from "#web/ui/field/file-input.tsx";
import type { TextAreaProps } from "#web/ui/field/text-area.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { withChosen } from "./offers.ts";
import { SlotTabs } from "./slot-tabs.tsx";
import type { StepProps } from "./step-audience.tsx";

interface Props extends StepProps {
  readonly slot: Slot;
  readonly onSlot: (slot: Slot) => void;
}

/** Five text variants, their requests when confirmation is on, and the file or file list. */
export function MessagesStep({ form, campaign, offers, isReadOnly, slot, onSlot }: Props) {
  useSignals();
  const t = useText(campaignTexts);
  const field = useField(form);
  const asks = form.value("confirmation");
  const variables = offers.settings?.variables.map(({ key }) => key) ?? [];
  const area = { variables, isReadOnly };
  const written = SLOTS.filter((each) => form.value(`message${each}`).trim() !== "");
  return (
    <>
      <div className="form-row">
        <Select
          label={t("field.confirmation")}
          help={t("field.confirmationHelp")}
          isDisabled={isReadOnly}
          value={asks ? "on" : "off"}
          onChange={(choice) => form.set("confirmation", choice === "on")}
          options={[
            { id: "off", label: t("field.off") },
            { id: "on", label: t("field.on") },
          ]}
        />
        <Select<number>
          {...field("fileListId")}
          label={t("field.fileList")}
          help={t("field.fileHelp")}
          isDisabled={isReadOnly}
          options={[
            { id: 0, label: t("field.noFiles") },
            ...withChosen(offers.fileLists, campaign?.fileList).map(({ id, name }) => ({ id, label: name })),
          ]}
        />
      </div>
      <SlotTabs
        slot={slot}
        onSlot={onSlot}
        filled={written}
        label={(each) => t("field.tab", { slot: each })}
        panel={(each) => (
          <>
            <MessageArea
              {...field(`message${each}`)}
              {...area}
              label={t("field.message", { slot: each })}
              help={t("field.messageHelp")}
              rows={5}
            />
            {asks ? (
              <MessageArea
                {...field(`confirmationMessage${each}`)}
                {...(form.problem(`confirmationMessage${each}`) === "required" && {
                  error: t("field.confirmationMissing"),
                })}
                {...area}
                label={t("field.confirmationMessage", { slot: each })}
                help={t("field.confirmationMessageHelp")}
                rows={3}
              />
            ) : null}
          </>
        )}
      />
      {written.length > 1 ? <p className="field-help">{t("field.variants")}</p> : null}
      {isReadOnly && !campaign?.mediaName ? null : (
        <FileInput
          label={t("field.file")}
          mediaName={campaign?.mediaName ?? null}
          mediaPath={campaign?.mediaPath ?? null}
          value={form.value("file")}
          isReadOnly={isReadOnly}
          onChange={(change) => form.set("file", change)}
          refuse={(chosen) => {
            const why = refusal(chosen, 0);
            return why && t(why === "tooLarge" ? "field.fileTooLarge" : "field.fileRefused");
          }}
          words={{
            attach: t("field.attach"),
            replace: t("field.replaceFile"),
            remove: (name) => t("field.removeFile", { name }),
            open: (name) => t("field.openFile", { name }),
          }}
        />
      )}
    </>
  );
}

interface MessageAreaProps extends Pick<TextAreaProps, "label" | "help" | "error" | "rows" | "isReadOnly"> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  /** The company's own variables. */
  readonly variables: readonly string[];
}

/** A text of a campaign with chips that insert a variable at the cursor. */
function MessageArea({ variables, ...rest }: MessageAreaProps) {
  return (
    <VariableArea
      {...rest}
      maxLength={MAX_TEXT}
      braces="campaign"
      names={[...CAMPAIGN_NAMES, ...variables.map(campaignName)]}
      hidePreview
    />
  );
}
