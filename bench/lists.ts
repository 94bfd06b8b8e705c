import { adminEmail, attendantEmail, PASSWORD } from "./data/dataset.ts";
import { load } from "./harness/load.ts";
import { type Program, signIn } from "./harness/programs.ts";
import { type Figure, ms } from "./harness/report.ts";

/** Maximum time of a list, ms. */
const MOST_MS = 50;
const PATHS: readonly (readonly [name: string, path: string])[] = [
  ["GET /contacts", "/contacts?pageNumber=1"],
  ["GET /contacts, page 200", "/contacts?pageNumber=200"],
  ["GET /contacts, search", "/contacts?pageNumber=1&searchParam=conceicao"],
  ["GET /contacts, one letter", "/contacts?pageNumber=1&searchParam=a"],
  ["GET /contacts/list", "/contacts/list"],
  ["GET /contacts/list, search", "/contacts/list?searchParam=ana"],
  ["GET /users", "/users?pageNumber=1"],
  ["GET /tags", "/tags?pageNumber=1"],
  ["GET /tags, search", "/tags?pageNumber=1&searchParam=etiqueta"],
  ["GET /quick-messages", "/quick-messages?pageNumber=1"],
  ["GET /quick-messages, search", "/quick-messages?pageNumber=1&searchParam=resposta"],
  ["GET /schedules", "/schedules?pageNumber=1"],
  ["GET /schedules, search", "/schedules?pageNumber=1&searchParam=ana"],
  ["GET /queue", "/queue"],
  ["GET /ticket/kanban", "/ticket/kanban"],
];

/** Every other list of the product, for an admin and for an attendant, whichever is slower. */
export async function lists(ours: Program): Promise<Figure[]> {
  const people = [adminEmail, attendantEmail(2)];
  const headers = await Promise.all(
    people.map(async (email) => (await signIn(ours.url, email, PASSWORD)).headers),
  );
  const figures: Figure[] = [];
  for (const [name, path] of PATHS) {
    const ask = (n: number) =>
      fetch(`${ours.url}/api${path}`, { headers: headers[n % headers.length] as Record<string, string> });
    await load(1, 0.3, ask);
    const { p50, p99, failures } = await load(1, 1.5, ask);
    figures.push({
      name,
      ours: `p50 ${ms(p50)}, p99 ${ms(p99)}`,
      ratio: `${(p99 / MOST_MS).toFixed(2)} of goal`,
      goal: `p99 < ${MOST_MS} ms`,
      met: p99 < MOST_MS && failures === 0,
    });
  }
  return figures;
}
