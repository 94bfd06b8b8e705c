import type { PageChange } from "#platform/http/web-files/assets.ts";
import type { Installation } from "#tenants/installation.ts";
import { brandScale, GROUND } from "./colors/contract.ts";
import type { BrandAnswer } from "./contract.ts";
import { ICONS, type IconName, iconUrl } from "./icons/contract.ts";
import { companyBrand, partsOf, providerBrand } from "./present.ts";
import { markedCompany } from "./urls.ts";

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
const meta = (name: string, brand: BrandAnswer) =>
  `<meta name="${name}" content="${escaped(JSON.stringify(partsOf(brand)))}">`;
const isPlain = ({ name, color, logoUrl }: BrandAnswer) => name === "" && color === "" && logoUrl === null;

/**
 * Changes of page and manifest that make the first paint show the brand: of the company in the brand cookie, else of
 * the provider. Undefined = no change.
 */
export function brandedPage(installation: Installation, request: Request): PageChange | undefined {
  const provider = providerBrand(installation);
  const company = brandOfMark(installation, request);
  const brand = company ?? provider;
  if (isPlain(brand)) return undefined;
  return {
    key: JSON.stringify([provider, brand]),
    isPersonal: company !== undefined,
    change: (path, text) =>
      path.endsWith(".html") ? pageOf(text, brand, company && provider) : manifestOf(text, brand),
  };
}

function brandOfMark(installation: Installation, request: Request): BrandAnswer | undefined {
  const { secrets, tenants, log } = installation;
  const id = markedCompany(secrets, request);
  if (id === undefined || !tenants.exists(id)) return undefined;
  try {
    return companyBrand(tenants.open(id));
  } catch (error) {
    // The page must still open: its first request then gets the company's error and shows it.
    log.warn({ company: id, err: error }, "brand of a company not readable; the page shows the provider's");
    return undefined;
  }
}

/** `provider`: the brand that the page shows after a logout; undefined when `brand` is already the provider's. */
function pageOf(html: string, brand: BrandAnswer, provider: BrandAnswer | undefined): string {
  const { name, sheetUrl, logoUrl } = partsOf(brand);
  // The brand cookie selects the manifest of a company, so the browser must request it with credentials. The product's
  // own manifest needs none.
  const credentials = provider ? ' crossorigin="use-credentials"' : "";
  let page = html.replace(
    /<link rel="manifest"[^>]*>/,
    `<link rel="manifest" href="/manifest.webmanifest"${credentials}>`,
  );
  let head = meta("brand", brand) + (provider ? meta("provider-brand", provider) : "");
  if (sheetUrl !== null) head += `<link rel="stylesheet" href="${sheetUrl}">`;
  if (name !== "") page = page.replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(name)}</title>`);
  if (logoUrl !== null) {
    const link = (rel: string, icon: IconName) =>
      `<link rel="${rel}" type="image/png" href="${iconUrl(logoUrl, icon)}">`;
    page = page
      .replace(
        /<svg class="?logo logo-l"?[\s\S]*?<\/svg>/,
        `<img class="logo logo-l" src="${logoUrl}" alt="">`,
      )
      .replace(/<link rel="icon"[^>]*>/, link("icon", "tab"))
      .replace(/<link rel="apple-touch-icon"[^>]*>/, link("apple-touch-icon", "touch"));
  }
  // Inserted after the product's own style sheet, which it overrides.
  return page.replace("</head>", () => `${head}</head>`);
}

/** The manifest of the installed app. */
function manifestOf(text: string, { name, color, logoUrl }: BrandAnswer): string {
  const manifest = JSON.parse(text) as { shortcuts?: readonly object[] } & Record<string, unknown>;
  if (name !== "") Object.assign(manifest, { name, short_name: name });
  if (color !== "")
    Object.assign(manifest, {
      theme_color: brandScale(color, "light").primary,
      background_color: GROUND.light.surfaces[0],
    });
  if (logoUrl !== null) {
    const icon = (icon: IconName, purpose: "any" | "maskable") => ({
      src: iconUrl(logoUrl, icon),
      sizes: `${ICONS[icon].edge}x${ICONS[icon].edge}`,
      type: "image/png",
      purpose,
    });
    const app = icon("app", "any");
    Object.assign(manifest, {
      icons: [app, icon("large", "any"), icon("maskable", "maskable")],
      shortcuts: manifest.shortcuts?.map((shortcut) => ({ ...shortcut, icons: [app] })),
    });
  }
  return JSON.stringify(manifest);
}
