type Inputs = Bun.BuildMetafile["inputs"];

/** The style sheets of the web app, in the order in which they would have been loaded one after the other. */
export interface StyleSheets {
  /** What the entry and the first pages import, not counting what they fetch later. */
  readonly first: readonly string[];
  /** All the others. */
  readonly later: readonly string[];
}

/**
 * Every style sheet the sources under `entry` import, in the order the imports are written: those of the entry, then
 * those of `firstPages` (sources that are fetched right at the beginning), then those of everything fetched later.
 */
export function orderStyleSheets(
  { inputs }: { readonly inputs: Inputs },
  entry: string,
  firstPages: readonly string[],
): StyleSheets {
  const seen = new Set<string>();
  const sheets: string[] = [];
  const lazy: string[] = [];
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    if (path.endsWith(".css")) {
      sheets.push(path);
      // Imports of a style sheet are part of it.
      for (const { path: imported } of inputs[path]?.imports ?? []) seen.add(imported);
      return;
    }
    for (const { path: imported, kind, ...rest } of inputs[path]?.imports ?? []) {
      const source = "entryPoint" in rest && typeof rest.entryPoint === "string" ? rest.entryPoint : imported;
      if (kind === "dynamic-import") lazy.push(source);
      else visit(source);
    }
  };
  for (const source of [entry, ...firstPages]) visit(source);
  const first = sheets.length;
  for (let next = lazy.shift(); next !== undefined; next = lazy.shift()) visit(next);
  return { first: sheets.slice(0, first), later: sheets.slice(first) };
}
