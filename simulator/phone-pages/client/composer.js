import { ask, base64Of, number, texts } from "./api.js";
import { summary } from "./bubble.js";
import { el, icon, iconButton } from "./dom.js";

const TYPING_EVERY_MS = 3000;

/** The text box of a chat; `showError` shows an error. */
export function makeComposer(showError) {
  let chat = null;
  let mode = null;
  let typedAt = 0;
  const attempt = (promise) => promise.catch((error) => showError(error.message));

  const input = el("textarea", { rows: 1, placeholder: texts.placeholder, "aria-label": texts.placeholder });
  const notice = el("div", { className: "notice", hidden: true });
  const file = el("input", { type: "file", accept: "image/*", hidden: true });
  const samples = el("div", { className: "menu up", hidden: true });
  for (const [sample, label] of Object.entries(texts.sampleNames)) {
    const onclick = () => {
      samples.hidden = true;
      attempt(ask("sample", { from: number, to: chat, sample }));
    };
    samples.append(el("button", { type: "button", onclick }, label));
  }

  function setMode(next) {
    mode = next;
    notice.hidden = !next;
    if (!next) return;
    const label = next.kind === "reply" ? texts.replyingTo : texts.editing;
    const cancel = el("button", { type: "button", onclick: () => setMode(null) }, texts.cancel);
    notice.replaceChildren(el("b", {}, label), el("span", {}, summary(next.message)), cancel);
    if (next.kind === "edit") input.value = next.message.text;
    input.focus();
  }

  function send() {
    const text = input.value.trim();
    if (!text || !chat) return;
    const wish = mode;
    input.value = "";
    setMode(null);
    grow();
    if (wish?.kind === "edit") attempt(ask("edit", { from: number, to: chat, id: wish.message.id, text }));
    else {
      const quote = wish ? { quote: wish.message.id } : {};
      attempt(ask("send", { kind: "text", from: number, to: chat, text, ...quote }));
    }
  }

  function grow() {
    input.style.height = "auto";
    input.style.height = `${Math.min(input.scrollHeight, 140)}px`;
  }

  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    send();
  });
  input.addEventListener("input", () => {
    grow();
    if (Date.now() - typedAt < TYPING_EVERY_MS || !chat) return;
    typedAt = Date.now();
    ask("typing", { from: number, to: chat, state: "composing" }).catch(() => null);
  });
  file.addEventListener("change", async () => {
    const [picked] = file.files;
    file.value = "";
    if (!picked) return;
    const caption = input.value.trim();
    input.value = "";
    const bytes = await base64Of(picked);
    attempt(ask("send", { kind: "image", from: number, to: chat, bytes, caption }));
  });

  const element = el(
    "form",
    {
      className: "composer",
      onsubmit: (event) => {
        event.preventDefault();
        send();
      },
    },
    notice,
    el(
      "div",
      { className: "row" },
      iconButton("plus", texts.samples, () => {
        samples.hidden = !samples.hidden;
      }),
      samples,
      iconButton("clip", texts.sendPhoto, () => file.click()),
      file,
      input,
      el("button", { className: "send", "aria-label": texts.send, title: texts.send }, icon("send")),
    ),
  );

  return {
    element,
    open(id) {
      if (id !== chat) setMode(null);
      chat = id;
    },
    reply: (message) => setMode({ kind: "reply", message }),
    edit: (message) => setMode({ kind: "edit", message }),
  };
}
