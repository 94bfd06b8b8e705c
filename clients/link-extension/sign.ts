import type { Answer, Request } from "./exchange.ts";

/**
 * Runs on web.whatsapp.com, apart from the page's own scripts: shows who asks and one button, because a passkey wants
 * a click, and signs. Styles are set by script, so that the page's content policy does not matter.
 */
const text = (name: string, ...values: string[]) => chrome.i18n.getMessage(name, values);

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  styles: Partial<CSSStyleDeclaration>,
  content = "",
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  Object.assign(made.style, styles);
  made.textContent = content;
  return made;
}

const FONT = "16px/1.5 system-ui, sans-serif";
const BUTTON: Partial<CSSStyleDeclaration> = {
  font: `600 ${FONT}`,
  padding: "12px 20px",
  border: "0",
  borderRadius: "8px",
  cursor: "pointer",
  width: "100%",
};

function show(request: Request): void {
  document.getElementById("passkey-dialog")?.remove();
  const host = element("div", {});
  host.id = "passkey-dialog";
  const dialog = element("dialog", {
    font: FONT,
    color: "#111b21",
    background: "#fff",
    border: "0",
    borderRadius: "16px",
    padding: "24px",
    width: "min(420px, calc(100vw - 32px))",
    boxSizing: "border-box",
    boxShadow: "0 16px 48px rgba(0, 0, 0, .35)",
  });
  const title = element(
    "h1",
    { font: `600 20px/1.3 system-ui, sans-serif`, margin: "0 0 8px" },
    text("title"),
  );
  const from = element(
    "p",
    { margin: "0 0 4px", fontWeight: "600", overflowWrap: "anywhere" },
    text("from", request.site),
  );
  const warning = element("p", { margin: "0 0 20px" }, text("warning"));
  const state = element("p", { margin: "12px 0 0", minHeight: "24px" });
  state.setAttribute("role", "status");
  const use = element("button", { ...BUTTON, background: "#00705c", color: "#fff" }, text("sign"));
  const cancel = element(
    "button",
    { ...BUTTON, background: "transparent", color: "#00705c", marginTop: "8px" },
    text("cancel"),
  );
  cancel.addEventListener("click", () => host.remove());
  use.addEventListener("click", (event) => {
    // Only a person may start it; a script of the page cannot.
    if (!event.isTrusted) return;
    use.disabled = true;
    state.textContent = text("waiting");
    signRequest(request)
      .then(() => {
        state.textContent = text("done");
      })
      .catch(() => {
        use.disabled = false;
        state.textContent = text("failed");
      });
  });
  dialog.append(title, from, warning, use, cancel, state);
  // Closed: the page's scripts cannot read or press what is inside.
  host.attachShadow({ mode: "closed" }).append(dialog);
  document.documentElement.append(host);
  dialog.showModal();
  use.focus();
}

async function signRequest({ options, tabId }: Request): Promise<void> {
  const credential = await navigator.credentials.get({ publicKey: decodeOptions(options) });
  if (!(credential instanceof PublicKeyCredential)) throw new Error("no credential");
  const answer: Answer = { tabId, assertion: JSON.stringify(encode(credential)) };
  await chrome.runtime.sendMessage(answer);
}

function decodeOptions(options: Request["options"]): PublicKeyCredentialRequestOptions {
  const allowed = options["allowCredentials"];
  const list = Array.isArray(allowed) ? (allowed as PublicKeyCredentialDescriptorJSON[]) : [];
  return {
    ...(options as Omit<PublicKeyCredentialRequestOptions, "challenge">),
    challenge: decode(String(options["challenge"])),
    allowCredentials: list.map(({ id, type }) => ({ id: decode(id), type: type as "public-key" })),
  };
}

/** The fields of `PublicKeyCredential.toJSON()` that the network reads. */
function encode({ id, rawId, type, response }: PublicKeyCredential) {
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    response as AuthenticatorAssertionResponse;
  return {
    id,
    rawId: base64url(rawId),
    type,
    response: {
      clientDataJSON: base64url(clientDataJSON),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
      userHandle: userHandle ? base64url(userHandle) : null,
    },
  };
}

function decode(value: string): Uint8Array<ArrayBuffer> {
  const binary = atob(value.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function base64url(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

(globalThis as unknown as { sign: (request: Request) => void }).sign = show;
