import { useRef, useState } from "react";
import {
  chosenOf,
  previewOf,
  type TemplateAnswer,
  type TemplateChoice,
} from "#channels/templates/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { seesCosts, useTemplatePrices } from "#web/inbox/costs/template-prices.ts";
import { Button } from "#web/ui/button/button.tsx";
import { KEEP_FILE } from "#web/ui/field/file-input.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { HeadingFile } from "./heading-file.tsx";
import { templateTexts } from "./locales/index.ts";
import { TemplateBubble, useShownFile } from "./template-bubble.tsx";
import { isFilled } from "./template-choice.ts";
import { TemplateFields } from "./template-fields.tsx";
import { templateCalls } from "./templates-api.ts";
import { useTemplates } from "./use-templates.ts";
import type { WindowBarProps } from "./window-bar.tsx";

const SendEstimate = lazy(async () => (await import("#web/inbox/costs/load.ts")).sendEstimate(), undefined, {
  isExtra: true,
});

/** Chooses an approved template, fills in its values, previews and sends it. */
export function TemplateDialog({ ticket, onClose }: WindowBarProps & { readonly onClose: () => void }) {
  const t = useText(templateTexts);
  const words = useText(common);
  const templates = useTemplates(ticket.whatsappId);
  const prices = useTemplatePrices({
    ...{ connectionId: ticket.whatsappId, contactId: ticket.contactId, templates },
  });
  const [choice, setChoice] = useState<TemplateChoice | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [isSending, setSending] = useState(false);
  // Idempotency key: a double click sends one message.
  const clientMessageId = useRef(crypto.randomUUID());
  const chosen = chosenOf(templates ?? [], choice);
  const shown = useShownFile(file);
  const isHeaded = !chosen?.media || file !== null || chosen.mediaName !== null;
  const send = async (template: TemplateAnswer, parameters: readonly string[]) => {
    setSending(true);
    try {
      await templateCalls.send(ticket.id, template, parameters, clientMessageId.current, file);
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
        isDisabled={!(choice && chosen && isFilled(choice) && isHeaded)}
        isPending={isSending}
        onPress={() => chosen && choice && void send(chosen, choice.parameters)}
      >
        {t("choose.send")}
      </Button>
    </>
  );
  return (
    <Dialog title={t("choose.title")} onClose={onClose} footer={footer}>
      <div className="form">
        <TemplateFields
          label={t("choose.template")}
          templates={templates}
          value={choice}
          prices={prices}
          hasPhone={ticket.contact.number !== ""}
          onChange={(next) => {
            if (next?.templateName !== choice?.templateName) setFile(null);
            setChoice(next);
            clientMessageId.current = crypto.randomUUID();
          }}
        />
        {chosen?.media ? (
          <HeadingFile
            template={chosen}
            value={file ? { kind: "put", name: file.name, file } : KEEP_FILE}
            onChange={(change) => {
              setFile(change.kind === "put" ? change.file : null);
              clientMessageId.current = crypto.randomUUID();
            }}
          />
        ) : null}
        {chosen && choice ? (
          <section className="template-preview" aria-label={t("choose.preview")}>
            <h3>{t("choose.preview")}</h3>
            <div className="template-bubble">
              <TemplateBubble template={chosen} text={previewOf(chosen, choice.parameters)} file={shown} />
            </div>
            {seesCosts() ? (
              <SendEstimate
                connectionId={ticket.whatsappId}
                contactId={ticket.contactId}
                templateName={chosen.name}
              />
            ) : null}
          </section>
        ) : null}
      </div>
    </Dialog>
  );
}
