import type { TemplateAnswer } from "#channels/templates/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { refusal } from "#web/inbox/messages/attachments.ts";
import { type FileChange, FileInput } from "#web/ui/field/file-input.tsx";
import { templateTexts } from "./locales/index.ts";

interface Props {
  /** What kind of file heads it; null = none, and the one that is there has to go. */
  readonly template: Pick<TemplateAnswer, "media" | "mediaName"> | null;
  readonly value: FileChange;
  readonly onChange: (change: FileChange) => void;
  /** The file the row has now. */
  readonly mediaName?: string | null;
  readonly mediaPath?: string | null;
  readonly isReadOnly?: boolean;
  readonly error?: "required" | "invalid" | null;
}

/** Endings of what the network takes. */
const ENDINGS = { image: ".jpg,.jpeg,.png", video: ".mp4,.3gp", document: "" } as const;

/** The file at the head of a template: its own, else the sample it was handed in with. */
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
