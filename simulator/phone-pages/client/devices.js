import { ask, number, texts } from "./api.js";
import { el, hour } from "./dom.js";

/** The list of linked devices, and the two ways to link one more. */
export function makeDevices(showError) {
  const list = el("ul", {});
  const qr = el("textarea", { rows: 3, placeholder: texts.pasteQr, "aria-label": texts.pasteQr });
  const code = el("input", { placeholder: texts.codePlaceholder, maxLength: 9, autocomplete: "off" });
  const asked = el("p", { className: "asked" }, texts.codeAsked);

  const form = (onsubmit, ...children) =>
    el(
      "form",
      {
        onsubmit: async (event) => {
          event.preventDefault();
          await onsubmit().catch((error) => showError(error.message));
        },
      },
      ...children,
    );

  const element = el(
    "section",
    { className: "devices" },
    el("h2", {}, texts.devices),
    list,
    form(
      async () => {
        await ask("scan", { number, qr: qr.value.trim() });
        qr.value = "";
      },
      qr,
      el("button", { className: "wide" }, texts.scan),
    ),
    form(
      async () => {
        await ask("enter-code", { number, code: code.value });
        code.value = "";
      },
      asked,
      code,
      el("button", { className: "wide" }, texts.enterCode),
    ),
  );

  function deviceItem({ device, isOnline, linkedAt }) {
    const onclick = () => ask("unlink", { number, device }).catch((error) => showError(error.message));
    return el(
      "li",
      {},
      el("span", { className: isOnline ? "dot on" : "dot" }),
      el("b", {}, `${texts.device} ${device}`),
      el("small", {}, `${isOnline ? texts.online : texts.offline} · ${hour(linkedAt)}`),
      el("button", { type: "button", onclick }, texts.unlink),
    );
  }

  return {
    element,
    show(phone) {
      asked.hidden = !phone.isAskedForCode;
      const items = phone.devices.map(deviceItem);
      list.replaceChildren(...(items.length > 0 ? items : [el("li", {}, texts.noDevices)]));
    },
  };
}
