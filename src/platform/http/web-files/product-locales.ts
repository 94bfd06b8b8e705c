import type { BunPlugin } from "bun";

/** The languages of the product, by their names in react-aria. */
const KEPT = new Set(["pt-BR", "en-US", "es-ES"]);

/** react-aria has texts in 34 languages; the plugin replaces other languages by the nearest one of the product. */
export const productLocalesOnly: BunPlugin = {
  name: "kept locales only",
  setup(build) {
    build.onLoad({ filter: /[\\/]intl[\\/](?:[\w-]+[\\/])?[a-z]{2}-[A-Z]{2}\.mjs$/ }, ({ path }) => {
      const locale = path.slice(-9, -4);
      if (KEPT.has(locale)) return undefined;
      return {
        contents: `export { default } from "./${locale === "pt-PT" ? "pt-BR" : "en-US"}.mjs";`,
        loader: "js",
      };
    });
  },
};
