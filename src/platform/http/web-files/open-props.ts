import type { BunPlugin } from "bun";

/** Names that open-props has and our tokens take over. */
const TAKEN = /var\((--(?:size-px-\d+|radius-round|layer-\d))\)/g;

/** Puts the values of open-props in place of `var(--size-px-2)`, so that a page gets the dozen it uses and not all 500. */
async function withOpenProps(css: string): Promise<string> {
  const { default: values } = await import("open-props");
  const known = values as unknown as Readonly<Record<string, string | number | undefined>>;
  return css.replaceAll(TAKEN, (_, name: string) => {
    const value = known[name];
    if (value === undefined) throw new Error(`open-props has no ${name}`);
    return String(value);
  });
}

/** The design tokens (`web/ui/styles/tokens.css`) with the values they take from open-props. */
export const openProps: BunPlugin = {
  name: "open-props",
  setup(build) {
    build.onLoad({ filter: /[\\/]ui[\\/]styles[\\/]tokens\.css$/ }, async ({ path }) => ({
      contents: await withOpenProps(await Bun.file(path).text()),
      loader: "css",
    }));
  },
};
