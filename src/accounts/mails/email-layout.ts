import type { MailBrand } from "#accounts/companies/index.ts";
import type { Mail } from "#platform/outbound/mailer.ts";

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

/** Content id of the logo, which is attached to the mail: opening it triggers no request. */
const LOGO = "logo@balcao";

/**
 * Lays out a mail under the provider's brand: the text signed with its name, and the same as HTML with colour
 * and logo. Nothing is loaded or executed by the mail reader; styles are inline, because most readers drop
 * style sheets.
 */
export function dressed(subject: string, words: string, brand: MailBrand): Omit<Mail, "to" | "uuid"> {
  const { name, logo } = brand;
  return {
    subject,
    sender: name,
    text: `${words.trimEnd()}\n\n-- \n${name}\n`,
    html: htmlOf(subject, words, brand),
    pictures: logo === null ? [] : [{ id: LOGO, png: logo }],
  };
}

const WORD_JOINER = "\u2060";

/**
 * A name for the text of a mail, which mail readers do not turn into a link, because a visitor can choose both a
 * company name and the recipient. An invisible character (word joiner) is inserted after each `.`, `:`, `/`, `@` and
 * `\`.
 */
export const unlinked = (name: string): string => name.replace(/[.:/@\\](?=\S)/g, `$&${WORD_JOINER}`);

const table = (looks: string, content: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${looks}">${content}</table>`;
const row = (looks: string, content: string) => `<tr><td style="${looks}">${content}</td></tr>`;

function htmlOf(subject: string, words: string, { name, color, logo }: MailBrand): string {
  const sign =
    logo === null
      ? ""
      : `<img src="cid:${LOGO}" width="40" height="40" alt="" style="margin-right:12px;vertical-align:middle">`;
  const card = table(
    `max-width:560px;background:#ffffff;border-top:4px solid ${color};border-radius:8px;text-align:left`,
    row("padding:24px 28px 4px;font-size:20px;font-weight:700", `${sign}${escaped(name)}`) +
      row("padding:0 28px 20px", paragraphs(subject, words, color)),
  );
  return (
    `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light"><title>${escaped(subject)}</title></head>` +
    `<body style="margin:0;background:#f3f6fa;color:#14202e;font:16px/1.5 system-ui,Arial,sans-serif">` +
    `${table("", `<tr><td align="center" style="padding:24px 12px">${card}</td></tr>`)}</body></html>`
  );
}

/**
 * An empty line starts a paragraph. An address on its own line becomes a button with the subject as label and
 * the address below as text; a code on its own line is shown in large type.
 */
function paragraphs(subject: string, words: string, color: string): string {
  const line = (text: string) => {
    if (/^https?:\/\/[^\s<>"]+$/.test(text)) return button(escaped(subject), escaped(text), color);
    if (/^[\w-]{8,}$/.test(text) && /[\d_-]/.test(text)) return code(text);
    return escaped(text);
  };
  return words
    .trim()
    .split(/\n{2,}/)
    .map((part) => `<p style="margin:16px 0">${part.split("\n").map(line).join("<br>")}</p>`)
    .join("");
}

const button = (label: string, address: string, color: string) =>
  `<a href="${address}" style="display:inline-block;margin:10px 0 8px;padding:12px 24px;border-radius:8px;` +
  `background:${color};color:#ffffff;font-weight:600;text-decoration:none">${label}</a><br>` +
  `<a href="${address}" style="color:#5a6878;font-size:13px;word-break:break-all">${address}</a>`;

const code = (text: string) =>
  `<strong style="display:inline-block;margin-top:8px;padding:10px 16px;border-radius:8px;background:#f3f6fa;` +
  `font:600 20px/1.4 Consolas,Menlo,monospace;word-break:break-all">${text}</strong>`;
