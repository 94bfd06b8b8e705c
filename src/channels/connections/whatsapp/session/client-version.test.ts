import { expect, test } from "bun:test";
import { createClientVersion } from "./client-version.ts";

test("the newest version is read only after a refusal, and repeatedly until it is found", async () => {
  let asked = 0;
  const answers = [null, { version: [2, 3000, 7] as [number, number, number], isLatest: true }];
  const version = createClientVersion(async () => {
    const answer = answers[asked++];
    if (!answer) throw new Error("offline");
    return answer;
  });
  await version.refresh();
  expect([asked, version.current()]).toEqual([0, undefined]);
  version.refused();
  await version.refresh();
  expect(version.current()).toBeUndefined();
  await version.refresh();
  await version.refresh();
  expect([asked, version.current()]).toEqual([2, [2, 3000, 7]]);
});
