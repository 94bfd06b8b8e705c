import * as v from "valibot";
import type { Group } from "#simulator/groups/announce.ts";
import type { Network } from "#simulator/network.ts";
import { type Gesture, perform } from "#simulator/people/gestures.ts";
import { seededRandom } from "#simulator/people/random.ts";
import type { ChatMessage } from "#simulator/phones/chat-message.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { messageView } from "./describe.ts";
import { number, phoneOf, verb } from "./verb.ts";

/** The number of a person or the id of a group. */
const target = v.string();
const base64 = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, "base64")),
);
const common = { from: number, to: target, quote: v.optional(v.string()), id: v.optional(v.string()) };

const anything = v.variant("kind", [
  v.object({
    kind: v.literal("text"),
    ...common,
    text: v.string(),
    link: v.optional(
      v.object({
        url: v.string(),
        title: v.string(),
        description: v.optional(v.string(), ""),
        picture: v.optional(base64),
      }),
    ),
  }),
  v.object({ kind: v.literal("image"), ...common, bytes: base64, caption: v.optional(v.string()) }),
  v.object({
    kind: v.literal("video"),
    ...common,
    bytes: base64,
    caption: v.optional(v.string()),
    width: v.optional(v.number()),
    height: v.optional(v.number()),
  }),
  v.object({ kind: v.literal("voice"), ...common, bytes: base64, seconds: v.optional(v.number()) }),
  v.object({ kind: v.literal("sticker"), ...common, bytes: base64 }),
  v.object({
    kind: v.literal("document"),
    ...common,
    bytes: base64,
    fileName: v.string(),
    mimeType: v.optional(v.string()),
  }),
  v.object({
    kind: v.literal("location"),
    ...common,
    latitude: v.number(),
    longitude: v.number(),
    name: v.optional(v.string()),
  }),
  v.object({ kind: v.literal("vcard"), ...common, cards: v.array(v.object({ name: v.string(), number })) }),
]);
type Anything = v.InferOutput<typeof anything>;

const SAMPLE_NAMES = ["photo", "voice", "document", "place", "card", "sticker"] as const;
const SAMPLES: Readonly<Record<(typeof SAMPLE_NAMES)[number], Gesture>> = {
  photo: { photo: "cake" },
  voice: { voice: 6 },
  document: { document: "guest-list" },
  place: { place: { latitude: -23.5614, longitude: -46.6559, name: "Avenida Paulista" } },
  card: { card: { name: "Sueli do Financeiro", number: "5511955553311" } },
  sticker: { sticker: "bread" },
};

function targetOf(network: Network, to: string): Phone | Group {
  return network.directory.group(`${to}@g.us`) ?? phoneOf(network, to);
}

function messageOf(network: Network, from: string, to: string, id: string): ChatMessage {
  const message = phoneOf(network, from).chats.find(to, id);
  if (!message) throw new Error(`${from} has no message ${id} with ${to}`);
  return message;
}

function linkOf(link: Extract<Anything, { kind: "text" }>["link"]) {
  if (!link) return {};
  const { picture, ...words } = link;
  return { link: { ...words, ...(picture && { picture }) } };
}

function send(network: Network, input: Anything): Promise<ChatMessage> {
  const to = targetOf(network, input.to);
  const { send: sender } = phoneOf(network, input.from);
  const options = {
    ...(input.id !== undefined && { id: input.id }),
    ...(input.quote !== undefined && { quote: messageOf(network, input.from, input.to, input.quote) }),
  };
  switch (input.kind) {
    case "text":
      return sender.text(to, input.text, { ...options, ...linkOf(input.link) });
    case "image":
      return sender.image(to, input.bytes, { ...options, caption: input.caption ?? "" });
    case "video":
      return sender.video(to, input.bytes, {
        ...options,
        caption: input.caption ?? "",
        ...(input.width !== undefined && { width: input.width }),
        ...(input.height !== undefined && { height: input.height }),
      });
    case "voice":
      return sender.voice(to, input.bytes, { ...options, seconds: input.seconds ?? 1 });
    case "sticker":
      return sender.sticker(to, input.bytes, options);
    case "document":
      return sender.document(to, input.bytes, input.fileName, {
        ...options,
        mimeType: input.mimeType ?? "application/pdf",
      });
    case "location": {
      const { latitude, longitude, name = "" } = input;
      return sender.location(to, { latitude, longitude, name }, options);
    }
    case "vcard":
      return sender.vcard(to, input.cards, options);
  }
}

const named = { from: number, to: target, id: v.string() };

/** Commands that send messages and act on sent ones. */
export const messageVerbs = {
  send: verb(anything, async (network, input) => messageView(await send(network, input))),
  edit: verb(v.object({ ...named, text: v.string() }), async (network, { from, to, id, text }) => {
    const message = messageOf(network, from, to, id);
    return messageView(await phoneOf(network, from).send.edit(targetOf(network, to), message, text));
  }),
  revoke: verb(v.object(named), async (network, { from, to, id }) => {
    const message = messageOf(network, from, to, id);
    return messageView(await phoneOf(network, from).send.revoke(targetOf(network, to), message));
  }),
  react: verb(v.object({ ...named, emoji: v.string() }), async (network, { from, to, id, emoji }) => {
    const message = messageOf(network, from, to, id);
    return messageView(await phoneOf(network, from).send.react(targetOf(network, to), message, emoji));
  }),
  /** Sends a sample message of the scripted people, for visitors of the demo. */
  sample: verb(
    v.object({ from: number, to: number, sample: v.picklist(SAMPLE_NAMES) }),
    async (network, { from, to, sample }) => {
      const situation = { lastOwn: null, lastHeard: null, random: seededRandom(from) };
      const phone = phoneOf(network, from);
      const message = await perform(phone, phoneOf(network, to), SAMPLES[sample], situation);
      return message && messageView(message);
    },
  ),
  read: verb(v.object({ number, chat: target }), (network, input) => {
    phoneOf(network, input.number).read(targetOf(network, input.chat));
    return null;
  }),
  typing: verb(
    v.object({ from: number, to: number, state: v.picklist(["composing", "recording", "paused"]) }),
    (network, { from, to, state }) => {
      phoneOf(network, from).send.typing(phoneOf(network, to), state);
      return null;
    },
  ),
  call: verb(v.object({ from: number, to: number, isVideo: v.optional(v.boolean()) }), (network, input) =>
    phoneOf(network, input.from).send.call(phoneOf(network, input.to), input.isVideo),
  ),
  inbox: verb(v.object({ number }), (network, input) =>
    phoneOf(network, input.number).inbox.map(messageView),
  ),
  messages: verb(v.object({ number, chat: v.optional(target) }), (network, input) => {
    const { chats } = phoneOf(network, input.number);
    return (input.chat === undefined ? chats.all() : chats.with(input.chat)).map(messageView);
  }),
};
