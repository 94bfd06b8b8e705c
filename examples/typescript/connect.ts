import { Balcao } from "#clients/typescript/src/index.ts";

const { BALCAO_URL = "http://localhost:3000", BALCAO_TOKEN } = process.env;
if (!BALCAO_TOKEN)
  throw new Error("set BALCAO_TOKEN to an API key; examples/README.md shows how to create one");

/** The API of the installation in `BALCAO_URL`. */
export const balcao = new Balcao({ baseUrl: BALCAO_URL, token: BALCAO_TOKEN });
