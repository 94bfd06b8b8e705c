import type { BunPlugin } from "bun";

/** Names of open-props that our tokens are based on. */
const TAKEN = /var\((--(?:size-px-\d+|radius-round|layer-\d))\)/g;

/** Replaces `var(--size-px-2)` by the values of open-props, so that a page loads the dozen it uses and not all 500. */
async function withOpenProps(css: string): Promise<string> {
  const { default: values } = await import("open-props");
  const known = values as unknown as Readonly<Record<string, string | number | undefined>>;
  return css.replaceAll(TAKEN, (_, name: string) => {
    const value = known[name];
    if (value === undefined) throw new Error(`open-props has no ${name}`);
    return String(value);
  });
}

/** Bundler plugin for the design tokens (`web/ui/styles/tokens.css`): inserts their values from open-props. */
export const openProps: BunPlugin = {
  name: "open-props",
  setup(build) {
    build.onLoad({ filter: /[\\/]ui[\\/]styles[\\/]tokens\.css$/ }, async ({ path }) => ({
      contents: await withOpenProps(await Bun.file(path).text()),
      loader: "css",
    }));
  },
};
