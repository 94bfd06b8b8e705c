import type { PageChange } from "#platform/http/assets.ts";
import type { Installation } from "#tenants/installation.ts";
import type { BrandAnswer } from "./contract.ts";
import { brandOf, sheetOf } from "./read.ts";

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
const meta = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}">`;

/** What the brand changes of the page, so that the first paint is right; undefined = nothing. */
export function brandedPage(installation: Installation): PageChange | undefined {
  const brand = brandOf(installation);
  const { name, color, logoUrl } = brand;
  if (name === "" && color === "" && logoUrl === null) return undefined;
  return {
    key: JSON.stringify(brand),
    change: (path, text) => (path.endsWith(".html") ? pageOf(text, brand) : manifestOf(text, brand)),
  };
}

function pageOf(html: string, brand: BrandAnswer): string {
  const { name, logoUrl } = brand;
  const sheet = sheetOf(brand);
  // The one below /assets never changes, by its name.
  let page = html.replace(/<link rel="manifest"[^>]*>/, `<link rel="manifest" href="/manifest.webmanifest">`);
  let head = sheet ? `<link rel="stylesheet" href="${sheet.path}">` : "";
  if (name !== "") {
    page = page.replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(name)}</title>`);
    head += meta("brand", name);
  }
  if (logoUrl !== null) {
    head += meta("brand-logo", logoUrl);
    page = page
      .replace(
        /<svg class="?logo logo-l"?[\s\S]*?<\/svg>/,
        `<img class="logo logo-l" src="${logoUrl}" alt="">`,
      )
      .replace(/<link rel="icon"[^>]*>/, `<link rel="icon" type="image/png" href="${logoUrl}">`)
      .replace(/<link rel="apple-touch-icon"[^>]*>/, `<link rel="apple-touch-icon" href="${logoUrl}">`);
  }
  // Behind the product's own sheet.
  return page.replace("</head>", () => `${head}</head>`);
}

/** The manifest of the installed app. */
function manifestOf(text: string, { name, logoUrl }: BrandAnswer): string {
  const manifest = JSON.parse(text) as Record<string, unknown>;
  if (name !== "") Object.assign(manifest, { name, short_name: name });
  if (logoUrl !== null)
    Object.assign(manifest, {
      icons: [{ src: logoUrl, sizes: "512x512", type: "image/png", purpose: "any" }],
    });
  return JSON.stringify(manifest);
}
