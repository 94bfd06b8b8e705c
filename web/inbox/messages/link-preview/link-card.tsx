import type { LinkPreviewAnswer } from "#channels/link-previews/contract.ts";
import { destinationOf } from "./destination.ts";
import "./link-card.css";

/**
 * The preview of an address in a message (docs/rules/link-previews.md#received). Nothing is requested before it is pressed. The
 * host is always shown, because the title is the sender's.
 */
export function LinkCard({ preview }: { readonly preview: LinkPreviewAnswer }) {
  const destination = destinationOf(preview.url);
  if (!destination) return null;
  return (
    <a className="link-card" href={destination.href} target="_blank" rel="noopener noreferrer nofollow">
      <LinkFacts preview={preview} host={destination.hostname} />
    </a>
  );
}

interface FactsProps {
  readonly preview: LinkPreviewAnswer;
  readonly host: string;
}

/** Picture, title, text and host. */
export function LinkFacts({ preview: { title, text, picture }, host }: FactsProps) {
  return (
    <>
      {picture === null ? null : <img src={`data:image/jpeg;base64,${picture}`} alt="" />}
      <span className="link-card-words">
        {title === "" ? null : (
          <strong className="link-card-title" dir="auto">
            {title}
          </strong>
        )}
        {text === "" ? null : (
          <span className="link-card-text" dir="auto">
            {text}
          </span>
        )}
        <small className="ellipsis" dir="ltr">
          {host}
        </small>
      </span>
    </>
  );
}
