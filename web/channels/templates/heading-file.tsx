import type { TemplateAnswer } from "#channels/templates/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { refusal } from "#web/inbox/messages/composer/attachments.ts";
import { type FileChange, FileInput } from "#web/ui/field/file-input.tsx";
import { templateTexts } from "./locales/index.ts";

interface Props {
  /** Null or without `media`: the template has no file, and a stored one must be removed. */
  readonly template: Pick<TemplateAnswer, "media" | "mediaName"> | null;
  readonly value: FileChange;
  readonly onChange: (change: FileChange) => void;
  /** Name of the stored file. */
  readonly mediaName?: string | null;
  readonly mediaPath?: string | null;
  readonly isReadOnly?: boolean;
  readonly error?: "required" | "invalid" | null;
}

/** File extensions that the network accepts. */
const ENDINGS = { image: ".jpg,.jpeg,.png", video: ".mp4,.3gp", document: "" } as const;

/** The heading file of a message: an uploaded file, or else the template's sample. */
export function HeadingFile({
  template,
  value,
  onChange,
  mediaName = null,
  mediaPath = null,
  isReadOnly = false,
  error = null,
}: Props) {
  const t = useText(templateTexts);
  const media = template?.media ?? null;
  const sample = template?.mediaName ?? null;
  return (
    <>
      <FileInput
        label={media === null ? t("file.label") : t(`file.${media}`)}
        mediaName={mediaName}
        mediaPath={mediaPath}
        value={value}
        isReadOnly={isReadOnly}
        onChange={onChange}
        {...(media && ENDINGS[media] !== "" ? { accept: ENDINGS[media] } : {})}
        help={
          media === null ? t("file.none") : sample ? t("file.sample", { name: sample }) : t("file.needed")
        }
        refuse={(chosen) => {
          const why = refusal(chosen, 0);
          return why && t(why === "tooLarge" ? "file.tooLarge" : "file.refused");
        }}
        words={{
          attach: t("file.attach"),
          replace: t("file.replace"),
          remove: (name) => t("file.remove", { name }),
          open: (name) => t("file.open", { name }),
        }}
      />
      {error ? (
        <span className="field-error" role="alert">
          {error === "required" ? t("file.needed") : t("file.invalid")}
        </span>
      ) : null}
    </>
  );
}
