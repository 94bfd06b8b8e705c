import { texts } from "./api.js";
import { isUnread, summary, visible } from "./bubble.js";
import { avatar, el, hour } from "./dom.js";

/** The chats of the phone, newest first, with a form that begins one; `show` opens a chat. */
export function makeList(show) {
  const rows = el("div", { className: "rows" });
  const newChat = el("select", { "aria-label": texts.newChat });
  newChat.addEventListener("change", () => newChat.value && show(newChat.value));

  function row(chat, open) {
    const last = visible(chat).at(-1);
    const unread = visible(chat).filter(isUnread).length;
    return el(
      "button",
      { type: "button", className: chat.id === open ? "row on" : "row", onclick: () => show(chat.id) },
      avatar(chat.id, chat.name, chat.hasPicture),
      el("span", { className: "who" }, el("b", {}, chat.name), el("small", {}, last ? summary(last) : "")),
      el(
        "span",
        { className: "side" },
        last ? el("time", {}, hour(last.at)) : null,
        unread ? el("i", {}, unread) : null,
      ),
    );
  }

  return {
    elements: [rows, newChat],
    draw({ chats, contacts }, open) {
      const at = (chat) => chat.messages.at(-1)?.at ?? 0;
      rows.replaceChildren(...[...chats].sort((a, b) => at(b) - at(a)).map((chat) => row(chat, open)));
      const others = contacts.filter(({ number }) => !chats.some(({ id }) => id === number));
      newChat.hidden = others.length === 0;
      newChat.replaceChildren(
        el("option", { value: "" }, texts.newChat),
        ...others.map(({ number, name }) => el("option", { value: number }, name)),
      );
    },
  };
}
