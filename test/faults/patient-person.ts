/**
 * Requests a page repeatedly, in a separate process, so that an attack slows down the server and not the measurement.
 */
const [url = "", token = "", lasts = "0"] = process.argv.slice(2);
const headers = { authorization: `Bearer ${token}` };
const ask = async () => {
  const answer = await fetch(`${url}/api/tickets`, { headers });
  await answer.text();
  return answer.status === 200;
};
await ask();
process.stdout.write("\n");
const until = Date.now() + Number(lasts);
const waits: number[] = [];
let failed = 0;
do {
  const started = performance.now();
  if (!(await ask())) failed += 1;
  waits.push(performance.now() - started);
  await Bun.sleep(5);
} while (Date.now() < until);
console.log(JSON.stringify({ waits: waits.sort((a, b) => a - b), failed }));
