export { BalcaoError, type ClientOptions } from "./caller.ts";
export * from "./calls.ts";
