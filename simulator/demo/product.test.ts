import { expect, test } from "bun:test";
import { loadConfig } from "#config.ts";
import { productEnvironment } from "./product.ts";

test("the demo server keeps the private-address guard except for its own simulated servers", () => {
  const { allowPrivateUrls, simulatedHosts } = loadConfig(
    productEnvironment(["http://127.0.0.1:4010/v1", "http://localhost:4011"]),
  );
  expect(allowPrivateUrls).toBe(false);
  expect(simulatedHosts).toEqual(["127.0.0.1:4010", "localhost:4011"]);
});

test("the operator of the demo may exempt more hosts, for a program of their own that receives webhooks", () => {
  const { simulatedHosts } = loadConfig(productEnvironment(["http://127.0.0.1:4010/v1"], "localhost:4100"));
  expect(simulatedHosts).toEqual(["127.0.0.1:4010", "localhost:4100"]);
});
