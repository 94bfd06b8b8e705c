import { ask, listen, loadState, number, texts } from "./api.js";
import { bubble, isUnread, visible } from "./bubble.js";
import { makeComposer } from "./composer.js";
import { makeDevices } from "./devices.js";
import { avatar, el, iconButton } from "./dom.js";
import { makeList } from "./list.js";

const TYPING_SHOWN_MS = 6000;

const root = document.getElementById("phone");
const toast = el("div", { className: "toast", role: "status", hidden: true });
const list = makeList(show);
const heading = el("header", { className: "bar" });
const messages = el("div", { className: "messages" });
const composer = makeComposer(showError);
const devices = makeDevices(showError);
const conversation = el("section", { className: "conversation" }, heading, messages, composer.element);
const me = el("header", { className: "bar me" });
const off = el("p", { className: "off", hidden: true }, texts.switchedOff);
root.append(el("aside", {}, me, off, ...list.elements, devices.element), conversation, toast);

let state = await loadState();
let open = decodeURIComponent(location.hash.slice(1)) || null;
let typingTimer = 0;
const drawn = new Map();

function showError(text) {
  toast.textContent = `${texts.failed} ${text}`;
  toast.hidden = false;
  setTimeout(() => {
    toast.hidden = true;
  }, 5000);
}

const chatOf = (id) => state.chats.find((chat) => chat.id === id);

function scrollToEnd() {
  messages.scrollTop = messages.scrollHeight;
}

function drawMe() {
  const { phone } = state;
  const power = iconButton("power", phone.isReachable ? texts.switchOff : texts.switchOn, () =>
    ask("reachable", { number, isReachable: !phone.isReachable }).then(reload),
  );
  power.classList.toggle("danger", !phone.isReachable);
  off.hidden = phone.isReachable;
  me.replaceChildren(
    el("a", { className: "icon", href: "/phones", title: texts.back, "aria-label": texts.back }, "‹"),
    el("div", { className: "who" }, el("b", {}, phone.name), el("small", {}, `+${phone.number}`)),
    power,
  );
  devices.show(phone);
}

const drawList = () => list.draw(state, open);

function drawHeading(chat) {
  const call = iconButton("call", texts.call, () =>
    ask("call", { from: number, to: chat.id }).catch((error) => showError(error.message)),
  );
  heading.replaceChildren(
    el(
      "button",
      { type: "button", className: "icon only-narrow", "aria-label": texts.back, onclick: () => show(null) },
      "‹",
    ),
    avatar(chat.id, chat.name, chat.hasPicture),
    el(
      "div",
      { className: "who" },
      el("b", {}, chat.name),
      el("small", { id: "presence" }, chat.isGroup ? "" : `+${chat.id}`),
    ),
    chat.isGroup ? null : call,
  );
}

/** Draws only what changed, so that a voice note that is playing continues. */
function drawMessages(chat) {
  const isAtEnd = messages.scrollHeight - messages.scrollTop - messages.clientHeight < 120;
  const elements = visible(chat).map((message) => {
    const key = `${chat.id}/${message.author}/${message.id}`;
    const look = JSON.stringify(message);
    const known = drawn.get(key);
    if (known?.look === look) return known.element;
    const element = bubble(message, chat, state.names, composer);
    drawn.set(key, { look, element });
    return element;
  });
  elements.forEach((element, index) => {
    if (messages.children[index] !== element)
      messages.insertBefore(element, messages.children[index] ?? null);
  });
  while (messages.children.length > elements.length) messages.lastChild.remove();
  if (isAtEnd) scrollToEnd();
}

function drawConversation() {
  const chat = open && (chatOf(open) ?? newConversation(open));
  root.classList.toggle("has-chat", !!chat);
  composer.element.hidden = !chat;
  if (!chat) {
    heading.replaceChildren();
    messages.replaceChildren(el("p", { className: "empty" }, texts.chooseChat));
    return;
  }
  drawHeading(chat);
  drawMessages(chat);
  composer.open(chat.id);
  if (chat.messages.some(isUnread) && document.visibilityState === "visible") {
    ask("read", { number, chat: chat.id }).catch(() => null);
  }
}

function newConversation(id) {
  const contact = state.contacts.find((other) => other.number === id);
  return contact && { id, name: contact.name, isGroup: false, hasPicture: false, messages: [] };
}

function show(id) {
  open = id;
  history.replaceState(null, "", id ? `#${encodeURIComponent(id)}` : location.pathname);
  messages.replaceChildren();
  draw();
  scrollToEnd();
}

function draw() {
  drawMe();
  drawList();
  drawConversation();
}

async function reload() {
  state = await loadState();
  draw();
}

function hear(event) {
  if (event.type === "typing") return showTyping(event);
  if (event.type === "devices") {
    state.phone = event.phone;
    return drawMe();
  }
  if (event.type === "call") return undefined;
  const { message } = event;
  const chat = chatOf(message.chat);
  if (!chat) return void reload();
  const index = chat.messages.findIndex(({ id, author }) => id === message.id && author === message.author);
  if (index >= 0) chat.messages[index] = message;
  else chat.messages.push(message);
  drawList();
  if (message.chat === open) drawConversation();
  return undefined;
}

function showTyping({ from, state: doing }) {
  const presence = document.getElementById("presence");
  if (from !== open || !presence) return;
  clearTimeout(typingTimer);
  const words = { composing: texts.typing, recording: texts.recording };
  presence.textContent = words[doing] ?? `+${open}`;
  typingTimer = setTimeout(() => {
    presence.textContent = `+${open}`;
  }, TYPING_SHOWN_MS);
}

// Pictures become higher when they are loaded: a view that was at the end is scrolled to the end again.
messages.addEventListener(
  "load",
  () => {
    if (messages.scrollHeight - messages.scrollTop - messages.clientHeight < 600) scrollToEnd();
  },
  true,
);
document.addEventListener("visibilitychange", () => drawConversation());
let wasLost = false;
listen(hear, (isLost) => {
  toast.textContent = texts.lostConnection;
  toast.hidden = !isLost;
  if (wasLost && !isLost) void reload();
  wasLost = isLost;
});
if (!open && state.chats.length === 1 && matchMedia("(min-width: 701px)").matches) open = state.chats[0].id;
show(open);
