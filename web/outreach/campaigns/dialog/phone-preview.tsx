import { useSignals } from "@preact/signals-react/runtime";
import FileText from "lucide-react/icons/file-text";
import { useEffect, useMemo } from "react";
import { previewOf, type TemplateAnswer, type TemplateChoice } from "#channels/templates/contract.ts";
import type { Slot } from "#outreach/campaigns/contract.ts";
import { TemplateBubble } from "#web/channels/templates/template-bubble.tsx";
import { useText } from "#web/i18n/use-text.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import { session } from "#web/lib/session/session.ts";
import { type Campaign, campaignCalls, type FileList } from "#web/outreach/campaigns/campaigns-api.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import type { CampaignValues } from "./campaign-form.ts";
import { type Offers, senderOf } from "./offers.ts";
import { PreviewModel } from "./preview-model.ts";
import "#web/ui/styles/phone.css";

interface Props {
  readonly form: FormModel<CampaignValues>;
  readonly campaign: Campaign | null;
  readonly offers: Pick<Offers, "fileLists">;
  /** The previewed message. */
  readonly slot: Slot;
  /** For official numbers: the template of that message. */
  readonly official?: {
    readonly template: TemplateAnswer | null;
    readonly choice: TemplateChoice | null;
  };
}

/** Live preview of the message on the phone of a real recipient. */
export function CampaignPreview({ form, campaign, offers, slot, official }: Props) {
  useSignals();
  const t = useText(campaignTexts);
  const model = useMemo(() => new PreviewModel(campaignCalls.preview), []);
  useEffect(() => () => model.stop(), [model]);
  const values = form.values.value;
  const template = official?.template ?? null;
  const question = values.confirmation && !official ? values[`confirmationMessage${slot}`] : "";
  const message = official
    ? template
      ? previewOf(template, official.choice?.parameters ?? [])
      : ""
    : values[`message${slot}`];
  const { contactListId, tagListId, whatsappId } = values;
  const list = official ? undefined : offers.fileLists?.find(({ id }) => id === values.fileListId);
  const intro = list?.message ?? "";
  useEffect(
    () => model.update({ texts: [question, intro, message], contactListId, tagListId, whatsappId }),
    [model, question, intro, message, contactListId, tagListId, whatsappId],
  );
  const shown = model.shown.value;
  const [asked = "", lead = "", said = ""] = shown?.texts ?? [question, intro, message];
  const listed = bubblesOf(list, lead);
  const file = useFile(values, campaign);
  const isEmpty = official
    ? template === null
    : asked.trim() === "" && said.trim() === "" && !file && listed.length === 0;
  const from = senderOf(whatsappId)?.name ?? session.user.value?.company.name ?? "";
  const recipient = shown?.recipient ?? null;
  return (
    <section className="campaign-preview" aria-label={t("preview.title")}>
      <div className="phone">
        <header className="phone-head">
          <span className="phone-face" aria-hidden="true">
            {from.slice(0, 1).toLocaleUpperCase()}
          </span>
          <strong className="ellipsis">{from}</strong>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
        <div className="phone-talk" role="log" aria-live="off" aria-label={t("preview.title")} tabIndex={0}>
          {isEmpty ? <p className="phone-end">{t("preview.empty")}</p> : null}
          {asked.trim() === "" ? null : (
            <>
              <Bubble text={asked} />
              <div className="phone-bubble phone-customer">{t("preview.yes")}</div>
            </>
          )}
          {listed.map(({ key, ...bubble }) => (
            <Bubble key={key} {...bubble} />
          ))}
          {template ? (
            <div className="phone-bubble phone-bot">
              <TemplateBubble template={template} text={said || message} file={file} />
            </div>
          ) : !official && (file || said.trim() !== "") ? (
            <Bubble text={said} file={file} />
          ) : null}
        </div>
      </div>
      <p className="campaign-preview-who">
        {recipient ? t("preview.of", { name: recipient.name || recipient.number }) : t("preview.nobody")}
      </p>
      {model.failed.value ? (
        <p className="field-error" role="status">
          {t("preview.failed")}
        </p>
      ) : null}
    </section>
  );
}

interface ShownFile {
  readonly name: string;
  /** URL of an image; null for other files. */
  readonly picture: string | null;
}

function Bubble({ text, file = null }: { readonly text: string; readonly file?: ShownFile | null }) {
  return (
    <div className="phone-bubble phone-bot">
      {file?.picture ? <img src={file.picture} alt={file.name} className="campaign-picture" /> : null}
      {file && !file.picture ? (
        <span className="phone-file">
          <FileText aria-hidden="true" />
          <span className="ellipsis">{file.name}</span>
        </span>
      ) : null}
      {text.trim() === "" ? null : (
        <ErrorBoundary part="preview" resetKey={text} raw={text}>
          <FormattedText text={text} />
        </ErrorBoundary>
      )}
    </div>
  );
}

interface ListFile {
  readonly key: string;
  readonly text: string;
  readonly file: ShownFile | null;
}

/** The files of a list as the phone shows them; its message is the first file's caption, or a bubble before a recording. */
function bubblesOf(list: FileList | undefined, lead: string): readonly ListFile[] {
  const files = (list?.options ?? []).flatMap(({ id, name, path, mediaType, file }): readonly ListFile[] => {
    if (file === null) return [];
    const isRecording = mediaType?.startsWith("audio/") === true;
    const picture = PICTURE.test(file) ? path : null;
    return [{ key: `file-${id}`, text: isRecording ? "" : name, file: { name: file, picture } }];
  });
  const [first, ...rest] = files;
  if (!first || lead.trim() === "") return files;
  if (first.text === "") return [{ key: "lead", text: lead, file: null }, ...files];
  return [{ ...first, text: `${lead}\n\n${first.text}` }, ...rest];
}

const PICTURE = /\.(?:jpe?g|png|webp|gif)$/i;

/** The file of the message: the chosen one, else the stored one unless it is removed. */
function useFile({ file }: CampaignValues, campaign: Campaign | null): ShownFile | null {
  const chosen = file.kind === "put" ? file.file : null;
  const picture = useMemo(
    () => (chosen && PICTURE.test(chosen.name) ? URL.createObjectURL(chosen) : null),
    [chosen],
  );
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture)), [picture]);
  if (chosen) return { name: chosen.name, picture };
  if (file.kind === "remove" || !campaign?.mediaName) return null;
  const isPicture = PICTURE.test(campaign.mediaName);
  return { name: campaign.mediaName, picture: isPicture ? campaign.mediaPath : null };
}
