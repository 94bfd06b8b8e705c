/** One import of a file, as written. */
export interface Import {
  readonly from: string;
  /** `import type`: removed at run time. */
  readonly typeOnly: boolean;
}

const STATEMENT = /^[ \t]*(?:import|export)\b(?!\s*\()([^;"'`]*?)\bfrom\s*["']([^"']+)["']/gm;
const SIDE_EFFECT = /^[ \t]*import\s*["']([^"']+)["']/gm;
const DYNAMIC = /\bimport\s*\(\s*["']([^"']+)["']\s*\)/g;
const WORKER = /\bnew URL\(\s*["'](\.[^"']+\.tsx?)["']\s*,\s*import\.meta\.url/g;

/** All imports of a source file: static, re-exported, dynamic, and worker files. */
export function importsOf(source: string): readonly Import[] {
  const code = withoutComments(source);
  return [
    ...[...code.matchAll(STATEMENT)].map(([, clause = "", from = ""]) => ({
      from,
      typeOnly: /^\s*type\b/.test(clause),
    })),
    ...[SIDE_EFFECT, DYNAMIC, WORKER].flatMap((pattern) =>
      [...code.matchAll(pattern)].map(([, from = ""]) => ({ from, typeOnly: false })),
    ),
  ];
}

/** Block comments and whole-line comments; strings are not touched. */
const withoutComments = (source: string): string =>
  source.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, "").replace(/^[ \t]*\/\/.*$/gm, "");
