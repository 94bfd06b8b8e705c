type Inputs = Bun.BuildMetafile["inputs"];

/**
 * Every style sheet the sources under `entry` import, in the order the imports are written, lazy ones last:
 * the order in which they would have been loaded one after the other.
 */
export function sheetsInOrder({ inputs }: { readonly inputs: Inputs }, entry: string): string[] {
  const seen = new Set<string>();
  const sheets: string[] = [];
  const lazy: string[] = [entry];
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    if (path.endsWith(".css")) {
      sheets.push(path);
      // What a sheet imports by itself comes with it.
      for (const { path: imported } of inputs[path]?.imports ?? []) seen.add(imported);
      return;
    }
    for (const { path: imported, kind, ...rest } of inputs[path]?.imports ?? []) {
      const source = "entryPoint" in rest && typeof rest.entryPoint === "string" ? rest.entryPoint : imported;
      if (kind === "dynamic-import") lazy.push(source);
      else visit(source);
    }
  };
  for (let next = lazy.shift(); next !== undefined; next = lazy.shift()) visit(next);
  return sheets;
}
