import { ask, fileAddress, number, texts } from "./api.js";
import { el, hour, icon, iconButton } from "./dom.js";
import { pieces } from "./formatted.js";

const EMOJIS = ["❤️", "👍", "😂", "😮", "🙏"];
const TICKS = { pending: "clock", sent: "tick", delivered: "ticks", read: "ticks", played: "ticks" };

/** Kinds of messages that change another message and have no bubble. */
const HIDDEN_KINDS = ["reaction", "edit", "revoke"];

/** The messages of a chat that get a bubble. */
export function visible(chat) {
  return chat.messages.filter(({ kind }) => !HIDDEN_KINDS.includes(kind));
}

/** True for a message of another person that the phone's owner has not seen. */
export function isUnread({ fromMe, step }) {
  return !fromMe && step !== "read" && step !== "played";
}

/** A paragraph of a message with bold, italic and struck-through text, as a phone shows it. */
function formatted(text) {
  const draw = (piece) => (typeof piece === "string" ? piece : el(piece.tag, {}, ...piece.pieces.map(draw)));
  return el("p", {}, ...pieces(text).map(draw));
}

function picture(message) {
  const caption = message.text ? formatted(message.text) : null;
  const address = fileAddress(message);
  return [
    el(
      "a",
      { href: address, target: "_blank", rel: "noopener" },
      el("img", { className: "photo", src: address, alt: "" }),
    ),
    caption,
  ];
}

function fileLink(message) {
  const name = message.file?.name ?? message.file?.mimeType ?? "";
  return [
    el(
      "a",
      { className: "file", href: fileAddress(message), download: name },
      icon("file"),
      el("b", {}, name),
    ),
    message.text ? formatted(message.text) : null,
  ];
}

function place({ place: { latitude, longitude }, text }) {
  return el(
    "div",
    { className: "place" },
    el("span", { className: "map" }, icon("pin")),
    el("b", {}, text || texts.location),
    el("small", {}, `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`),
  );
}

/** The preview that was sent along with the address in a text. */
function linkCard({ title, description, url }) {
  return el("div", { className: "place" }, el("b", {}, title), el("small", {}, description || url));
}

const BODIES = {
  text: ({ text, link }) => [link ? linkCard(link) : null, formatted(text)],
  image: picture,
  sticker: (message) => [el("img", { className: "sticker", src: fileAddress(message), alt: "" })],
  video: (message) => [
    el("video", { controls: true, preload: "metadata", src: fileAddress(message) }),
    message.text ? formatted(message.text) : null,
  ],
  voice: (message) => [el("audio", { controls: true, preload: "metadata", src: fileAddress(message) })],
  audio: (message) => [el("audio", { controls: true, preload: "metadata", src: fileAddress(message) })],
  document: fileLink,
  location: (message) => [message.place ? place(message) : el("p", {}, texts.location)],
  vcard: ({ text }) => [el("div", { className: "file" }, icon("person"), el("b", {}, text || texts.contact))],
  other: () => [el("em", {}, texts.unsupported)],
};

/** A message in one line. */
export function summary(message) {
  if (message.isRevoked) return texts.removed;
  const kind = texts.kinds[message.kind];
  return [kind, message.text].filter(Boolean).join(" · ");
}

function quoteOf(message, chat, names) {
  const quoted = message.quoted && chat.messages.find(({ id }) => id === message.quoted);
  if (!quoted) return null;
  const author = quoted.fromMe ? texts.you : (names[quoted.author] ?? quoted.author);
  return el("blockquote", {}, el("b", {}, author), summary(quoted));
}

function actions(message, hooks) {
  const { chat, id } = message;
  const react = (emoji) => () => ask("react", { from: number, to: chat, id, emoji });
  const emojis = EMOJIS.map((emoji) =>
    el("button", { type: "button", onclick: react(emoji), "aria-label": `${texts.react} ${emoji}` }, emoji),
  );
  const own = message.fromMe && message.device === 0 && !message.isRevoked;
  const items = [
    el("button", { type: "button", onclick: () => hooks.reply(message) }, texts.reply),
    own &&
      message.kind === "text" &&
      el("button", { type: "button", onclick: () => hooks.edit(message) }, texts.edit),
    own &&
      el(
        "button",
        { type: "button", onclick: () => ask("revoke", { from: number, to: chat, id }) },
        texts.remove,
      ),
  ];
  const menu = el("div", { className: "menu", hidden: true }, el("div", {}, ...emojis), ...items);
  const open = iconButton("more", texts.reply, () => {
    for (const other of document.querySelectorAll(".m .menu")) if (other !== menu) other.hidden = true;
    menu.hidden = !menu.hidden;
  });
  menu.addEventListener("click", () => {
    menu.hidden = true;
  });
  return [open, menu];
}

/** One message as a bubble; `hooks` has the functions for answering and editing. */
export function bubble(message, chat, names, hooks) {
  const body = message.isRevoked ? [el("em", {}, texts.removed)] : BODIES[message.kind](message);
  const ticks = message.fromMe
    ? el(
        "span",
        { className: message.step === "read" || message.step === "played" ? "seen" : "" },
        icon(TICKS[message.step]),
      )
    : null;
  const reactions = Object.values(message.reactions);
  return el(
    "div",
    { className: `m ${message.fromMe ? "o" : "i"} ${message.kind}`, "data-id": message.id },
    chat.isGroup && !message.fromMe
      ? el("b", { className: "author" }, names[message.author] ?? message.author)
      : null,
    quoteOf(message, chat, names),
    ...body,
    el("footer", {}, message.isEdited ? texts.edited : null, el("time", {}, hour(message.at)), ticks),
    reactions.length > 0 ? el("span", { className: "re" }, reactions.join(" ")) : null,
    ...actions(message, hooks),
  );
}
