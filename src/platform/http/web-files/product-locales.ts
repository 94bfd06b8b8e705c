import type { BunPlugin } from "bun";

/** The languages of the product, as react-aria names them. */
const KEPT = new Set(["pt-BR", "en-US", "es-ES"]);

/** react-aria brings its texts in 34 languages; those we do not speak become the nearest one we do. */
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
