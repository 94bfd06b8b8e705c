import { type MessageView, messageView, type PhoneView, phoneView } from "#simulator/control/describe.ts";
import type { PhoneEvent } from "#simulator/feed.ts";
import type { Phone } from "#simulator/phones/phone.ts";

/** Maximum number of messages of a chat on a page, the newest ones. */
const MESSAGES_PER_CHAT = 200;

interface ChatView {
  readonly id: string;
  readonly name: string;
  readonly isGroup: boolean;
  readonly hasPicture: boolean;
  readonly messages: readonly MessageView[];
}

/** Everything a phone page needs to be drawn. */
export interface PhonePageState {
  readonly phone: PhoneView;
  readonly chats: readonly ChatView[];
  /** Phones that this phone can write to first: those with linked devices. */
  readonly contacts: readonly { readonly number: string; readonly name: string }[];
  /** Names by number, for groups and reactions. */
  readonly names: Readonly<Record<string, string>>;
}

function chatView(phone: Phone, id: string): ChatView {
  const { directory } = phone.network;
  const other = directory.byNumber(id);
  const group = directory.group(`${id}@g.us`);
  return {
    id,
    name: other?.name ?? group?.subject ?? id,
    isGroup: group !== undefined,
    hasPicture: !!other?.picture,
    messages: phone.chats.with(id).slice(-MESSAGES_PER_CHAT).map(messageView),
  };
}

export function pageState(phone: Phone): PhonePageState {
  const { directory } = phone.network;
  const others = directory.phones().filter((other) => other !== phone);
  return {
    phone: phoneView(phone),
    chats: phone.chats.list().map((id) => chatView(phone, id)),
    contacts: others
      .filter(({ companions }) => companions.size > 0)
      .map(({ number, name }) => ({ number, name })),
    names: Object.fromEntries(directory.phones().map(({ number, name }) => [number, name])),
  };
}

/** An event in the form for pages. */
export function eventView(phone: Phone, event: PhoneEvent): unknown {
  if (event.type === "message" || event.type === "changed") {
    return { type: event.type, message: messageView(event.message) };
  }
  if (event.type === "devices") return { type: "devices", phone: phoneView(phone) };
  return event;
}
