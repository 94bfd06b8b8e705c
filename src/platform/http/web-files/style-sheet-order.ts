type Inputs = Bun.BuildMetafile["inputs"];

/** The style sheets of the web app, in import order. */
export interface StyleSheets {
  /** Imports of the entry and the first pages, without those of lazy chunks. */
  readonly first: readonly string[];
  /** All the others. */
  readonly later: readonly string[];
}

/**
 * Every style sheet that the sources below `entry` import, in import order: those of the entry, then of `firstPages`
 * (loaded at the beginning), then of all lazy chunks.
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
