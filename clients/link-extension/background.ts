import { ANSWER_EVENT, type Answer, REQUEST_ID, type Request, WHATSAPP } from "./exchange.ts";

/**
 * Carries a passkey request from the page on which the person clicked the icon to web.whatsapp.com, and the answer back.
 * It makes no request of its own, stores nothing and knows no server (docs/rules/linking.md#extension).
 */
/** Chromium may report a click up to a few hundred milliseconds before `activeTab` lets the extension read the page. */
const TRIES = 20;
const PAUSE_MS = 100;

chrome.action.onClicked.addListener((tab) => void begin(tab));

chrome.runtime.onMessage.addListener((message, sender) => {
  if (sender.origin !== WHATSAPP || !isAnswer(message)) return;
  void deliver(message, sender.tab?.id);
});

async function begin({ id: tabId }: chrome.Tab): Promise<void> {
  if (tabId === undefined) return;
  const request = await readWhenAllowed(tabId).catch(() => null);
  await chrome.action.setBadgeText({ text: request ? "" : "!", tabId });
  const title = chrome.i18n.getMessage(request ? "action" : "noRequest");
  await chrome.action.setTitle({ title, tabId });
  if (request) await openWhatsapp(request);
}

/** Reads the request again while the page cannot be read; throws when it stays so, as on pages of the browser. */
async function readWhenAllowed(tabId: number, tries = TRIES): Promise<Request | null> {
  try {
    return await readRequest(tabId);
  } catch (error) {
    if (tries === 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return readWhenAllowed(tabId, tries - 1);
  }
}

/** The request in the page; null when it has none. */
async function readRequest(tabId: number): Promise<Request | null> {
  const [found] = await chrome.scripting.executeScript({
    target: { tabId },
    args: [REQUEST_ID],
    func: (id: string) => ({
      json: document.getElementById(id)?.dataset["options"] ?? null,
      site: location.host,
    }),
  });
  const { json, site } = found?.result ?? {};
  if (!json || site === undefined) return null;
  const options: unknown = JSON.parse(json);
  if (typeof options !== "object" || options === null) return null;
  return { options: options as Request["options"], site, tabId };
}

async function openWhatsapp(request: Request): Promise<void> {
  const loaded = Promise.withResolvers<number>();
  let opened: number | undefined;
  const early = new Set<number>();
  const onUpdated = (tabId: number, { status }: { readonly status?: string }) => {
    if (status !== "complete") return;
    if (tabId === opened) loaded.resolve(tabId);
    else early.add(tabId);
  };
  chrome.tabs.onUpdated.addListener(onUpdated);
  try {
    ({ id: opened } = await chrome.tabs.create({ url: `${WHATSAPP}/` }));
    if (opened === undefined) return;
    if (early.has(opened)) loaded.resolve(opened);
    const target = { tabId: await loaded.promise };
    await chrome.scripting.executeScript({ target, files: ["sign.js"] });
    await chrome.scripting.executeScript({
      target,
      args: [request],
      func: (asked: Request) => (globalThis as unknown as { sign(asked: Request): void }).sign(asked),
    });
  } finally {
    chrome.tabs.onUpdated.removeListener(onUpdated);
  }
}

async function deliver({ tabId, assertion }: Answer, whatsappTab: number | undefined): Promise<void> {
  await chrome.scripting.executeScript({
    target: { tabId },
    args: [ANSWER_EVENT, assertion],
    func: (name: string, detail: string) => {
      document.dispatchEvent(new CustomEvent(name, { detail }));
    },
  });
  await chrome.tabs.update(tabId, { active: true });
  if (whatsappTab !== undefined) await chrome.tabs.remove(whatsappTab);
}

const isAnswer = (message: unknown): message is Answer =>
  typeof message === "object" &&
  message !== null &&
  "tabId" in message &&
  typeof message.tabId === "number" &&
  "assertion" in message &&
  typeof message.assertion === "string";
