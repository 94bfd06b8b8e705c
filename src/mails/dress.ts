import type { MailBrand } from "#companies/index.ts";
import type { Mail } from "#platform/outbound/mailer.ts";

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

/** By this name the words find the logo, which travels in the mail: opening it asks nobody for anything. */
const LOGO = "logo@balcao";

/**
 * A mail under the provider's brand: its words signed with the name, and the same as HTML with colour and logo. Nothing is
 * fetched or run by whoever reads it; looks stand at the elements, for most readers drop style sheets.
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
      row("padding:0 28px 20px", paragraphs(words, color)),
  );
  return (
    `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light"><title>${escaped(subject)}</title></head>` +
    `<body style="margin:0;background:#f3f6fa;color:#14202e;font:16px/1.5 system-ui,Arial,sans-serif">` +
    `${table("", `<tr><td align="center" style="padding:24px 12px">${card}</td></tr>`)}</body></html>`
  );
}

/** An empty line begins a new paragraph; addresses can be pressed, and stay readable. */
function paragraphs(words: string, color: string): string {
  const link = (address: string) =>
    `<a href="${address}" style="color:${color};font-weight:600;word-break:break-all">${address}</a>`;
  return words
    .trim()
    .split(/\n{2,}/)
    .map((part) =>
      escaped(part)
        .replace(/https?:\/\/[^\s<>"]+/g, link)
        .replaceAll("\n", "<br>"),
    )
    .map((part) => `<p style="margin:16px 0">${part}</p>`)
    .join("");
}
