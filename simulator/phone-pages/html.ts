import type { Network } from "#simulator/network.ts";
import { kindOf, textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";

/** All texts of the phone pages. */
const TEXTS = {
  language: "pt-BR",
  title: "Celulares simulados",
  intro:
    "Cada cartão é um celular de mentira. Abra um deles e escreva para a empresa como se fosse o cliente.",
  shops: "Celulares das empresas",
  people: "Clientes",
  linked: "conectado",
  noMessages: "Nenhuma conversa ainda",
  back: "Todos os celulares",
  chooseChat: "Escolha uma conversa",
  newChat: "Nova conversa com…",
  placeholder: "Mensagem",
  send: "Enviar",
  sendPhoto: "Enviar foto",
  samples: "Enviar um exemplo",
  sampleNames: {
    photo: "Foto do bolo",
    voice: "Mensagem de voz",
    document: "Documento PDF",
    place: "Localização",
    card: "Contato",
    sticker: "Figurinha",
  },
  kinds: {
    text: "",
    image: "📷 Foto",
    video: "🎬 Vídeo",
    audio: "🎵 Áudio",
    voice: "🎤 Mensagem de voz",
    document: "📄 Documento",
    sticker: "Figurinha",
    location: "📍 Localização",
    vcard: "👤 Contato",
    reaction: "",
    edit: "",
    revoke: "Mensagem apagada",
    other: "Mensagem",
  },
  call: "Ligar",
  reply: "Responder",
  react: "Reagir",
  edit: "Editar",
  remove: "Apagar para todos",
  cancel: "Cancelar",
  replyingTo: "Respondendo",
  editing: "Editando",
  edited: "editada",
  removed: "Mensagem apagada",
  typing: "digitando…",
  recording: "gravando áudio…",
  location: "Localização",
  contact: "Contato",
  unsupported: "Mensagem que este celular não mostra",
  you: "Você",
  switchedOff: "Celular desligado: as mensagens esperam com um tique só",
  switchOff: "Desligar o celular",
  switchOn: "Ligar o celular",
  devices: "Aparelhos conectados",
  noDevices: "Nenhum dispositivo conectado.",
  device: "Aparelho",
  online: "on-line",
  offline: "fora do ar",
  unlink: "Desconectar",
  pasteQr: "Cole aqui o texto do código QR que o sistema mostra",
  scan: "Ler código QR",
  codeAsked: "Um sistema quer se conectar a este número. Digite o código que ele mostra:",
  enterCode: "Conectar com código",
  codePlaceholder: "ABCD-1234",
  failed: "Não deu certo:",
  lostConnection: "Sem ligação com o simulador. Tentando de novo…",
} as const;

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
