import UserPlus from "lucide-react/icons/user-plus";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { formatPhone } from "#web/lib/format/phone.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { type Card, parseCards } from "./vcard.ts";
import "./media-cards.css";

export interface MediaCardsProps {
  readonly body: string;
  /** Left out where cards cannot be saved (spying). */
  readonly onSave?: ((card: Card) => void) | undefined;
}

/** The contact cards of a message, each with "save contact". */
export function MediaCards({ body, onSave }: MediaCardsProps) {
  const t = useText(messages);
  const cards = parseCards(body);
  if (cards.length === 0) return <span>{t("media.contact")}</span>;
  return (
    <ul className="cards">
      {cards.map((card, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message may hold the same card twice, and its cards never change place
        <li key={at} className="card">
          <span className="card-head">
            <Avatar name={card.name || (card.phones[0] ?? "")} />
            <span className="card-words">
              <strong className="ellipsis">{card.name || formatPhone(card.phones[0] ?? "")}</strong>
              {[...new Set([card.organization, ...card.phones.map(formatPhone), card.email])]
                .filter(Boolean)
                .map((line) => (
                  <small key={line} className="ellipsis">
                    {line}
                  </small>
                ))}
            </span>
          </span>
          {onSave && card.phones.length > 0 ? (
            <button type="button" className="card-save" onClick={() => onSave(card)}>
              <UserPlus aria-hidden="true" />
              {t("media.saveContact")}
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
