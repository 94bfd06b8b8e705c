import FileText from "lucide-react/icons/file-text";
import Film from "lucide-react/icons/film";
import ImageIcon from "lucide-react/icons/image";
import { useEffect, useMemo } from "react";
import type { TemplateAnswer } from "#channels/templates/contract.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import "./templates.css";

export interface HeadingShown {
  readonly name: string;
  /** URL of an image; null for other files. */
  readonly picture: string | null;
}

const ICONS = { image: ImageIcon, video: Film, document: FileText } as const;

interface Props {
  readonly template: Pick<TemplateAnswer, "media" | "mediaName" | "mediaPath" | "buttons">;
  /** The body with its values filled in. */
  readonly text: string;
  /** File shown in the heading instead of the template's sample. */
  readonly file?: HeadingShown | null;
}

/** Preview of a template: heading, body and buttons. */
export function TemplateBubble({ template, text, file = null }: Props) {
  const { media, buttons } = template;
  const heading = media === null ? null : (file ?? sampleOf(template));
  const Icon = media === null ? null : ICONS[media];
  return (
    <>
      {heading?.picture ? (
        <img src={heading.picture} alt={heading.name} className="template-picture" />
      ) : Icon ? (
        <span className="template-heading">
          <Icon aria-hidden="true" />
          {heading ? <span className="ellipsis">{heading.name}</span> : null}
        </span>
      ) : null}
      <FormattedText text={text} />
      {buttons.map((button) => (
        <span className="template-button" key={button}>
          {button}
        </span>
      ))}
    </>
  );
}

function sampleOf({ media, mediaName, mediaPath }: Props["template"]): HeadingShown | null {
  if (!mediaName) return null;
  return { name: mediaName, picture: media === "image" ? mediaPath : null };
}

/** A chosen file as the preview shows it; its object URL is released with the component. */
export function useShownFile(file: File | null): HeadingShown | null {
  const picture = useMemo(() => (file?.type.startsWith("image/") ? URL.createObjectURL(file) : null), [file]);
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture)), [picture]);
  return file ? { name: file.name, picture } : null;
}
