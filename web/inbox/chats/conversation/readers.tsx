import { useSignals } from "@preact/signals-react/runtime";
import type { ChatUser } from "#inbox/chats/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { chatTexts } from "#web/inbox/chats/locales/index.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";

/** Faces shown before the rest is counted. */
const SHOWN = 5;

/** Who has read up to here. */
export function Readers({ people }: { readonly people: readonly ChatUser[] }) {
  useSignals();
  const t = useText(chatTexts);
  const names = t("pane.readBy", { names: people.map(({ user }) => user.name).join(", ") });
  return (
    <span className="readers" title={names}>
      <span className="visually-hidden">{names}</span>
      {people.slice(0, SHOWN).map(({ userId, user }) => (
        <Avatar key={userId} name={user.name} size="s" className="reader" />
      ))}
      {people.length > SHOWN ? <small aria-hidden="true">+{people.length - SHOWN}</small> : null}
    </span>
  );
}
