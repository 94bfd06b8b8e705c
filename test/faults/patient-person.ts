declare const self: Worker;

/** Somebody who asks for a page again and again, in a thread of their own: whoever attacks must not slow the watch. */
self.onmessage = async ({ data }: MessageEvent<{ url: string; token: string; until: number }>) => {
  const waits: number[] = [];
  let failed = 0;
  do {
    const started = performance.now();
    const answer = await fetch(`${data.url}/api/tickets`, {
      headers: { authorization: `Bearer ${data.token}` },
    });
    await answer.text();
    if (answer.status !== 200) failed += 1;
    waits.push(performance.now() - started);
    await Bun.sleep(5);
  } while (Date.now() < data.until);
  self.postMessage({ waits: waits.sort((a, b) => a - b), failed });
};
