/** What the server wrote into the page of a provider with a brand of its own. */
const told = (name: string): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** Name of the product as the provider offers it. */
export const brandName = told("brand") ?? "Balcão";
/** Address of the provider's logo; undefined = the product's own sign. */
export const brandLogo = told("brand-logo");
