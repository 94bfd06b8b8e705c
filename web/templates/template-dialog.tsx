import { useRef, useState } from "react";
import { previewOf, type TemplateAnswer } from "#templates/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { FormattedText } from "#web/messages/formatted-text.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { useRead } from "#web/ui/use-read.ts";
import { templateTexts } from "./locales/index.ts";
import { SkeletonLines } from "./skeleton-lines.tsx";
import { templateCalls } from "./templates-api.ts";
import type { WindowBarProps } from "./window-bar.tsx";

/** Chooses an approved template, fills it in, shows how it reads, sends it. */
export function TemplateDialog({ ticket, onClose }: WindowBarProps & { readonly onClose: () => void }) {
  const t = useText(templateTexts);
  const words = useText(common);
  const all = useRead(async () => (await templateCalls.list(ticket.whatsappId)).templates);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [values, setValues] = useState<readonly string[]>([]);
  const [isSending, setSending] = useState(false);
  // The same click twice is one message.
  const clientMessageId = useRef(crypto.randomUUID());
  const usable = all?.filter((template) => template.usable) ?? null;
  const chosen = usable?.find(({ id }) => id === chosenId);
  const isReady = chosen?.variables.every((_, index) => values[index]?.trim()) ?? false;
  const send = async (template: TemplateAnswer) => {
    setSending(true);
    try {
      await templateCalls.send(ticket.id, template, values, clientMessageId.current);
      onClose();
    } catch (error) {
      toast.failure(error);
      setSending(false);
    }
  };
  const footer = (
    <>
      <Button onPress={onClose}>{words("action.cancel")}</Button>
      <Button
        variant="primary"
        isDisabled={!isReady}
        isPending={isSending}
        onPress={() => chosen && void send(chosen)}
      >
        {t("choose.send")}
      </Button>
    </>
  );
  return (
    <Dialog title={t("choose.title")} onClose={onClose} footer={footer}>
      {usable === null ? <SkeletonLines /> : null}
      {usable?.length === 0 ? <Callout tone="info">{t("choose.none")}</Callout> : null}
      {usable && usable.length > 0 ? (
        <div className="form">
          <Select
            label={t("choose.template")}
            placeholder={t("choose.placeholder")}
            options={usable.map(({ id, name, language }) => ({ id, label: name, detail: language }))}
            value={chosenId}
            onChange={(id) => {
              setChosenId(id);
              setValues(usable.find((template) => template.id === id)?.variables.map(() => "") ?? []);
              clientMessageId.current = crypto.randomUUID();
            }}
          />
          {chosen?.variables.map((name, index) => (
            <TextField
              // biome-ignore lint/suspicious/noArrayIndexKey: the same name may stand in heading and text
              key={`${chosen.id}:${index}`}
              label={t("choose.value", { name: `{{${name}}}` })}
              help={index === 0 ? t("choose.valueHelp") : undefined}
              value={values[index] ?? ""}
              onChange={(value) => setValues(values.map((old, place) => (place === index ? value : old)))}
              isRequired
            />
          ))}
          {chosen ? (
            <section className="template-preview" aria-label={t("choose.preview")}>
              <h3>{t("choose.preview")}</h3>
              <div className="template-bubble">
                <FormattedText text={previewOf(chosen, values)} />
              </div>
              {chosen.buttons.map((button) => (
                <span className="template-button" key={button}>
                  {button}
                </span>
              ))}
            </section>
          ) : null}
        </div>
      ) : null}
    </Dialog>
  );
}
