import { type ReadonlySignal, signal } from "@preact/signals-react";
import { iconUrl } from "#provider/branding/icons/contract.ts";

/** Name, logo and colour of the page. */
export interface Brand {
  readonly name: string;
  readonly logoUrl: string | null;
  /** Style sheet with the colours of the brand. */
  readonly sheetUrl: string | null;
}

/** The brand of the product itself. */
export const PRODUCT: Brand = { name: "Balcão", logoUrl: null, sheetUrl: null };
const named = (brand: Brand): Brand => ({ ...brand, name: brand.name || PRODUCT.name });

/** Read from the HTML, so that the first paint has the right brand. */
function brandOf(name: string): Brand | undefined {
  const content = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return content ? named(JSON.parse(content) as Brand) : undefined;
}

const current = signal(brandOf("brand") ?? PRODUCT);
/** The current brand: the company's while one of its users is signed in, else the provider's. */
export const brand: ReadonlySignal<Brand> = current;
/** The brand of the provider. */
export const providerBrand: Brand = brandOf("provider-brand") ?? current.peek();

/** Applies a brand; an empty name means the product's. Resolves when its colours apply, or could not be loaded. */
export async function showBrand(next: Brand): Promise<void> {
  const { name, logoUrl, sheetUrl } = named(next);
  const before = current.peek();
  if (name === before.name && logoUrl === before.logoUrl && sheetUrl === before.sheetUrl) return;
  document.title = name;
  showIcon(logoUrl, false);
  const shown = showSheet(sheetUrl);
  // Last, because subscribers update the title of the tab.
  current.value = { name, logoUrl, sheetUrl };
  await shown;
}

/**
 * Maximum wait for the colours before a login continues without them, ms: a longer wait is worse than a late change of
 * colour.
 */
const MOST_WAIT_MS = 1_000;

/**
 * Applies a brand before a login into a company with other colours, so that the next page is rendered in them at once.
 */
export async function readyBrand(next: Brand): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((over) => {
    timer = setTimeout(over, MOST_WAIT_MS);
  });
  await Promise.race([showBrand(next), late]);
  clearTimeout(timer);
}

/** The product's tab icon with a red dot, as a data URL: it needs no request. */
const MARKED_ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="18" fill="#1583d4"/>' +
    '<path d="M20 11h24a6 6 0 0 1 6 6v11a6 6 0 0 1-6 6H33l-8 7v-7h-5a6 6 0 0 1-6-6V17a6 6 0 0 1 6-6z" fill="#fff"/>' +
    '<rect x="10" y="46" width="44" height="6" rx="2" fill="#fff"/>' +
    '<circle cx="47" cy="17" r="17" fill="#c02a37" stroke="#fff" stroke-width="4"/></svg>',
)}`;

const PRODUCT_ICON = /\/favicon(-\w+)?\.svg$/;

/** Sets the icon of the tab, with a red dot while something is unread. */
export function showIcon(logoUrl: string | null, isUnread: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!icon) return;
  icon.type = logoUrl ? "image/png" : "image/svg+xml";
  if (logoUrl) icon.href = iconUrl(logoUrl, isUnread ? "unread" : "tab");
  else if (isUnread) icon.href = MARKED_ICON;
  // The page comes with the product's icon under its hashed name: another address would be another request.
  else if (!PRODUCT_ICON.test(icon.href)) icon.href = "/favicon.svg";
}

/** The old colours apply until the new ones are loaded. */
async function showSheet(url: string | null): Promise<void> {
  const before = [...document.querySelectorAll('link[rel="stylesheet"][href^="/brand/"]')];
  const leave = () => {
    for (const link of before) link.remove();
  };
  if (url === null) {
    leave();
    return;
  }
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = url;
  await new Promise((settled) => {
    link.onload = () => {
      leave();
      settled(null);
    };
    link.onerror = settled;
    document.head.append(link);
  });
}
