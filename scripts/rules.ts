/** `bun run rules`: lists the anchors of `docs/rules` that no code and no test cites. */
import { readRules } from "#test/helpers/source/rules.ts";

const { anchors, citations } = readRules();
const cited = new Set(citations.map(({ page, anchor }) => `${page}#${anchor}`));
const uncited = [...anchors].flatMap(([page, names]) =>
  [...names].map((anchor) => `${page}#${anchor}`).filter((rule) => !cited.has(rule)),
);
for (const rule of uncited) console.log(`docs/rules/${rule}`);
console.log(`${uncited.length} anchors that nothing cites`);
