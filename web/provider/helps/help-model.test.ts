import { expect, test } from "bun:test";
import { fakeApi } from "#web/lib/testing/test-fakes.ts";
import { HelpModel, playerAddress, videoCode } from "./help-model.ts";

const video = (id: number, title: string, description = "") => ({
  id,
  title,
  description,
  video: "abcdefgh",
});

test("help videos are found by title and description, ignoring case and accents", async () => {
  const { api } = fakeApi(() => ({ body: [video(1, "Conexões"), video(2, "Filas", "Como distribuir")] }));
  const model = new HelpModel(api);
  await model.load();
  expect(model.found.value).toHaveLength(2);
  model.search.value = " CONEXOES ";
  expect(model.found.value.map(({ id }) => id)).toEqual([1]);
  model.search.value = "distribuir";
  expect(model.found.value.map(({ id }) => id)).toEqual([2]);
});

test("help videos that failed to load show an error and can be loaded again", async () => {
  let status = 500;
  const { api } = fakeApi(() => (status === 500 ? { status } : { body: [] }));
  const model = new HelpModel(api);
  await model.load();
  expect(model.state.value).toBe("error");
  status = 200;
  await model.load();
  expect(model.state.value).toBe("ready");
});

test("only the code of a help video becomes a player URL", () => {
  expect(playerAddress("dQw4w9WgXcQ")).toBe(
    "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0",
  );
  for (const code of ["", "a/b?c=12345", "javascript:alert(1)", "x".repeat(51), "../../evil"])
    expect(playerAddress(code)).toBeNull();
});

test("the pasted URL of a help video is reduced to its code", () => {
  for (const address of [
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "https://www.youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=3",
    "https://youtu.be/dQw4w9WgXcQ?t=3",
    "https://www.youtube.com/shorts/dQw4w9WgXcQ",
    "dQw4w9WgXcQ",
  ])
    expect(videoCode(address)).toBe("dQw4w9WgXcQ");
  expect(videoCode("https://evil.example/watch?v=dQw4w9WgXcQ")).toContain("evil");
});
