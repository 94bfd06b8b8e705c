import type { Network } from "#simulator/network.ts";
import { kindOf, textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { TEXTS } from "./texts.ts";

const { escapeHTML } = Bun;

function frame(title: string, body: string, name: "index" | "phone"): string {
  const styles = name === "phone" ? ["base.css", "phone.css", "conversation.css"] : ["base.css", "index.css"];
  return `<!doctype html>
<html lang="${TEXTS.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHTML(title)}</title>
<link rel="icon" href="/phones/assets/icon.svg">
${styles.map((style) => `<link rel="stylesheet" href="/phones/assets/${style}">`).join("\n")}
<script type="module" src="/phones/assets/${name}.js"></script>
</head>
<body>${body}</body>
</html>`;
}

/** Initials for a round picture. */
function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? "");
  return letters.join("").toUpperCase();
}

function card(phone: Phone): string {
  const last = phone.chats.all().at(-1);
  const lastWords = last && (textOf(last.content) || TEXTS.kinds[kindOf(last.content)]);
  const picture = phone.picture
    ? `<img class="avatar" src="/phones/${phone.number}/picture" alt="">`
    : `<span class="avatar" aria-hidden="true">${escapeHTML(initials(phone.name))}</span>`;
  return `<a class="card" href="/phones/${phone.number}" data-number="${phone.number}">
${picture}
<span class="who"><b>${escapeHTML(phone.name)}</b><small>+${phone.number}</small>
<span class="last">${escapeHTML(lastWords ?? TEXTS.noMessages)}</span></span>
${phone.companions.size > 0 ? `<span class="chip">${TEXTS.linked}</span>` : ""}
</a>`;
}

/** The page that lists every phone: shops first, each followed by its customers. */
export function indexPage(network: Network): string {
  const phones = network.directory.phones();
  const shops = phones.filter(({ isShop, companions }) => isShop || companions.size > 0);
  const people = phones.filter((phone) => !shops.includes(phone));
  const section = (title: string, members: readonly Phone[]): string =>
    members.length === 0 ? "" : `<h2>${title}</h2><div class="cards">${members.map(card).join("\n")}</div>`;
  return frame(
    TEXTS.title,
    `<main class="index"><h1>${TEXTS.title}</h1><p>${TEXTS.intro}</p>
${section(TEXTS.shops, shops)}${section(TEXTS.people, people)}</main>`,
    "index",
  );
}

/** The page of one phone; its script draws it from the phone's state. */
export function phonePage(phone: Phone): string {
  const texts = JSON.stringify(TEXTS).replaceAll("<", "\\u003c");
  return frame(
    `${phone.name} · +${phone.number}`,
    `<div id="phone" data-number="${phone.number}"></div>
<script type="application/json" id="texts">${texts}</script>`,
    "phone",
  );
}
